"""The server: `uvicorn server.app:app` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import BakeryForecastAction, BakeryForecastObservation
    from .bakery_forecast_environment import BakeryForecastEnvironment
except ImportError:  # started inside the folder
    from models import BakeryForecastAction, BakeryForecastObservation
    from server.bakery_forecast_environment import BakeryForecastEnvironment

app = create_app(
    BakeryForecastEnvironment,
    BakeryForecastAction,
    BakeryForecastObservation,
    env_name="bakery_forecast",
    max_concurrent_envs=32,
)

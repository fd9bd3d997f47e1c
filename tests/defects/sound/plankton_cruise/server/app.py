"""The server: `uvicorn server.app:app` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import CruiseAction, CruiseObservation
    from .plankton_cruise_environment import PlanktonCruiseEnvironment
except ImportError:  # started inside the folder
    from models import CruiseAction, CruiseObservation
    from server.plankton_cruise_environment import PlanktonCruiseEnvironment

app = create_app(
    PlanktonCruiseEnvironment,
    CruiseAction,
    CruiseObservation,
    env_name="plankton_cruise",
    max_concurrent_envs=32,
)

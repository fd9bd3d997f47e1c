"""FastAPI app: `uvicorn server.app:app --port 8000` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import DeskObservation, TradeOrder
    from .currency_desk_environment import CurrencyDeskEnvironment
except ImportError:  # started inside the folder
    from models import DeskObservation, TradeOrder
    from server.currency_desk_environment import CurrencyDeskEnvironment

app = create_app(
    CurrencyDeskEnvironment,
    TradeOrder,
    DeskObservation,
    env_name="currency_desk",
    max_concurrent_envs=32,
)

"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import StoreAction, StoreObservation
    from .reagent_orders_environment import ReagentOrdersEnvironment
except ImportError:
    from models import StoreAction, StoreObservation
    from server.reagent_orders_environment import ReagentOrdersEnvironment

app = create_app(
    ReagentOrdersEnvironment,
    StoreAction,
    StoreObservation,
    env_name="reagent_orders",
    max_concurrent_envs=64,
)

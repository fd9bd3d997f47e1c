"""The warehouse as a server."""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import OrdersAction, OrdersObservation
    from .environment import OrdersEnvironment
except ImportError:
    from models import OrdersAction, OrdersObservation
    from server.environment import OrdersEnvironment

app = create_app(
    OrdersEnvironment, OrdersAction, OrdersObservation, env_name="orders", max_concurrent_envs=8
)

"""The HTTP and WebSocket server: `uvicorn server.app:app` in this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import GateAction, GateObservation
    from .garage_gate_environment import GarageGateEnvironment
except ImportError:
    from models import GateAction, GateObservation
    from server.garage_gate_environment import GarageGateEnvironment

app = create_app(
    GarageGateEnvironment,
    GateAction,
    GateObservation,
    env_name="garage_gate",
    max_concurrent_envs=32,
)

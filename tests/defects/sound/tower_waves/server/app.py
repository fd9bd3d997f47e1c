"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import WaveAction, WaveObservation
    from .tower_waves_environment import TowerWavesEnvironment
except ImportError:
    from models import WaveAction, WaveObservation
    from server.tower_waves_environment import TowerWavesEnvironment

app = create_app(
    TowerWavesEnvironment,
    WaveAction,
    WaveObservation,
    env_name="tower_waves",
    max_concurrent_envs=64,
)

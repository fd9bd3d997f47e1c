"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import SpectrometerAction, SpectrometerObservation
    from .spectrometer_environment import SpectrometerEnvironment
except ImportError:
    from models import SpectrometerAction, SpectrometerObservation
    from server.spectrometer_environment import SpectrometerEnvironment

app = create_app(
    SpectrometerEnvironment,
    SpectrometerAction,
    SpectrometerObservation,
    env_name="spectrometer",
    max_concurrent_envs=64,
)

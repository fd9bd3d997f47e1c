"""The heating as a server."""

from openenv.core.env_server.http_server import create_app

from ..models import HeatAction, HeatObservation
from .thermostat_environment import ThermostatEnvironment

app = create_app(
    ThermostatEnvironment, HeatAction, HeatObservation, env_name="thermostat", max_concurrent_envs=2
)

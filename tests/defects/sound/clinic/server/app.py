"""The clinic as a server."""

from models import ClinicAction, ClinicObservation
from openenv.core.env_server.http_server import create_app

from server.clinic_environment import ClinicEnvironment

app = create_app(
    ClinicEnvironment, ClinicAction, ClinicObservation, env_name="clinic", max_concurrent_envs=4
)

"""The server: uvicorn server.app:app"""

from openenv.core.env_server import create_app

try:
    from ..models import DeskAction, DeskObservation
    from .archive_requests_environment import ArchiveRequestsEnvironment
except ImportError:
    from models import DeskAction, DeskObservation
    from server.archive_requests_environment import ArchiveRequestsEnvironment

app = create_app(
    ArchiveRequestsEnvironment,
    DeskAction,
    DeskObservation,
    env_name="archive_requests",
    max_concurrent_envs=16,
)

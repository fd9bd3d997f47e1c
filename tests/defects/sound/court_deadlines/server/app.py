"""The server: uvicorn server.app:app"""

from openenv.core.env_server import create_app

try:
    from ..models import CaseNote, FilingDate
    from .court_deadlines_environment import CourtDeadlinesEnvironment
except ImportError:
    from models import CaseNote, FilingDate
    from server.court_deadlines_environment import CourtDeadlinesEnvironment

app = create_app(
    CourtDeadlinesEnvironment,
    FilingDate,
    CaseNote,
    env_name="court_deadlines",
    max_concurrent_envs=16,
)

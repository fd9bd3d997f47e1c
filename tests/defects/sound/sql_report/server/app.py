"""FastAPI application of the environment.

uvicorn server.app:app --host 0.0.0.0 --port 8000
"""

from openenv.core.env_server import create_app

try:
    from ..models import SqlReportAction, SqlReportObservation
    from .sql_report_environment import SqlReportEnvironment
except ImportError:  # started inside the folder
    from models import SqlReportAction, SqlReportObservation
    from server.sql_report_environment import SqlReportEnvironment

app = create_app(
    SqlReportEnvironment,
    SqlReportAction,
    SqlReportObservation,
    env_name="sql_report",
    max_concurrent_envs=16,
)

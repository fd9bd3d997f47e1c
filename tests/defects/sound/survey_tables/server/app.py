"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import SurveyTablesAction, SurveyTablesObservation
    from .survey_tables_environment import SurveyTablesEnvironment
except ImportError:
    from models import SurveyTablesAction, SurveyTablesObservation
    from server.survey_tables_environment import SurveyTablesEnvironment

app = create_app(
    SurveyTablesEnvironment,
    SurveyTablesAction,
    SurveyTablesObservation,
    env_name="survey_tables",
    max_concurrent_envs=64,
)

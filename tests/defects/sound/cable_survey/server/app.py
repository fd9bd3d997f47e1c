"""The server: uvicorn server.app:app"""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import CableSurveyAction, CableSurveyObservation
    from .cable_survey_environment import CableSurveyEnvironment
except ImportError:
    from models import CableSurveyAction, CableSurveyObservation
    from server.cable_survey_environment import CableSurveyEnvironment

app = create_app(
    CableSurveyEnvironment,
    CableSurveyAction,
    CableSurveyObservation,
    env_name="cable_survey",
    max_concurrent_envs=16,
)

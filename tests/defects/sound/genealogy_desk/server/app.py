"""The server: `uvicorn server.app:app` inside this folder."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import AnswerAction, QuestionObservation
    from .genealogy_desk_environment import GenealogyDeskEnvironment
except ImportError:
    from models import AnswerAction, QuestionObservation
    from server.genealogy_desk_environment import GenealogyDeskEnvironment

app = create_app(
    GenealogyDeskEnvironment,
    AnswerAction,
    QuestionObservation,
    env_name="genealogy_desk",
    max_concurrent_envs=32,
)

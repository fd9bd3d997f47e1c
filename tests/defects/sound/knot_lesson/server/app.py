"""The server: `uvicorn server.app:app` in this folder."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import LessonAction, LessonObservation
    from .knot_lesson_environment import KnotLessonEnvironment
except ImportError:
    from models import LessonAction, LessonObservation
    from server.knot_lesson_environment import KnotLessonEnvironment

app = create_app(
    KnotLessonEnvironment,
    LessonAction,
    LessonObservation,
    env_name="knot_lesson",
    max_concurrent_envs=32,
)

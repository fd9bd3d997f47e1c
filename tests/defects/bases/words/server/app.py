"""The word game as a server."""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import WordsAction, WordsObservation
    from .words_environment import WordsEnvironment
except ImportError:
    from models import WordsAction, WordsObservation
    from server.words_environment import WordsEnvironment

app = create_app(
    WordsEnvironment, WordsAction, WordsObservation, env_name="words", max_concurrent_envs=4
)

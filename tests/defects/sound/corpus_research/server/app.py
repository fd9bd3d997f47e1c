"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import ResearchAction, ResearchObservation
    from .corpus_research_environment import CorpusResearchEnvironment
except ImportError:
    from models import ResearchAction, ResearchObservation
    from server.corpus_research_environment import CorpusResearchEnvironment

app = create_app(
    CorpusResearchEnvironment,
    ResearchAction,
    ResearchObservation,
    env_name="corpus_research",
    max_concurrent_envs=64,
)

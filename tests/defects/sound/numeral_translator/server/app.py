"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server import create_app

try:
    from ..models import NumeralAction, NumeralObservation
    from .numeral_translator_environment import NumeralTranslatorEnvironment
except ImportError:
    from models import NumeralAction, NumeralObservation
    from server.numeral_translator_environment import NumeralTranslatorEnvironment

app = create_app(
    NumeralTranslatorEnvironment,
    NumeralAction,
    NumeralObservation,
    env_name="numeral_translator",
    max_concurrent_envs=64,
)

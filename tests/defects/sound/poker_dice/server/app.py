"""uvicorn server.app:app"""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import PokerDiceAction, PokerDiceObservation
    from .poker_dice_environment import PokerDiceEnvironment
except ImportError:
    from models import PokerDiceAction, PokerDiceObservation
    from server.poker_dice_environment import PokerDiceEnvironment

app = create_app(
    PokerDiceEnvironment,
    PokerDiceAction,
    PokerDiceObservation,
    env_name="poker_dice",
    max_concurrent_envs=64,
)

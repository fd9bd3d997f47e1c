"""uvicorn server.app:app"""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import TalkAction, TalkObservation
    from .seller_talk_environment import SellerTalkEnvironment
except ImportError:
    from models import TalkAction, TalkObservation
    from server.seller_talk_environment import SellerTalkEnvironment

app = create_app(
    SellerTalkEnvironment,
    TalkAction,
    TalkObservation,
    env_name="seller_talk",
    max_concurrent_envs=64,
)

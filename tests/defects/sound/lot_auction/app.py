"""FastAPI application of lot_auction."""

from openenv.core.env_server import create_app

try:
    from .environment import LotAuctionEnvironment
    from .models import AuctionObservation, BidAction
except ImportError:
    from environment import LotAuctionEnvironment
    from models import AuctionObservation, BidAction

app = create_app(
    LotAuctionEnvironment,
    BidAction,
    AuctionObservation,
    env_name="lot_auction",
    max_concurrent_envs=16,
)

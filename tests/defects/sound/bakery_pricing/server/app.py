"""FastAPI application. Run with `uvicorn server.app:app --port 8000` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import PriceAction, ShopObservation
    from .bakery_pricing_environment import BakeryPricingEnvironment
except ImportError:  # started inside the folder
    from models import PriceAction, ShopObservation
    from server.bakery_pricing_environment import BakeryPricingEnvironment

app = create_app(
    BakeryPricingEnvironment,
    PriceAction,
    ShopObservation,
    env_name="bakery_pricing",
    max_concurrent_envs=16,
)

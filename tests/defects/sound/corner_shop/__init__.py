"""Corner shop: order stock for a shop under random demand"""

from .models import ShopAction, ShopObservation

__all__ = ["ShopAction", "ShopObservation"]

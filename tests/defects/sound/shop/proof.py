"""The author's evidence for the shop."""

from typing import Any

from shop import ShopAction

declared = {"max_steps": 8}


def oracle(env: Any, observation: Any) -> ShopAction:
    """Knows the price."""
    return ShopAction(price=env._price)


def null(env: Any, observation: Any) -> ShopAction:
    """Bids nothing."""
    return ShopAction(price=0)

"""The author's evidence for the market."""

from typing import Any

from market_env import TradeAction

declared = {"max_steps": 20}


def oracle(env: Any, observation: Any) -> TradeAction:
    """Knows tomorrow's price."""
    now, then = env._prices[env._day], env._prices[env._day + 1]
    if then > now * 1.02:
        return TradeAction(amount=10.0)
    return TradeAction(amount=-10.0 if then < now * 0.98 else 0.0)


def null(env: Any, observation: Any) -> TradeAction:
    """Keeps the cash."""
    return TradeAction(amount=0.0)

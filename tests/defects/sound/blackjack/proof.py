"""The author's evidence for the hand of cards: a simple strategy without a look at the deck."""

from typing import Any

from env import LIMIT, CardAction, value

declared = {"max_steps": LIMIT, "stochastic": True, "floor_margin": 0.05}


def oracle(env: Any, observation: Any) -> CardAction:
    """Draws to 16 against a strong dealer, and to 12 against a weak one."""
    weak = 4 <= observation.dealer <= 6
    return CardAction(move="hit" if value(observation.cards) < (12 if weak else 16) else "stand")


def null(env: Any, observation: Any) -> CardAction:
    """Draws always, and so loses."""
    return CardAction(move="hit")

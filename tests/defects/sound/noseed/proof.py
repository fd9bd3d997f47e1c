"""The author's evidence for the cards."""

from typing import Any

from env import CardsAction

declared = {"max_steps": 5, "unseeded": True, "stochastic": True}


def oracle(env: Any, observation: Any) -> CardsAction:
    """Looks at the next card."""
    place = min(env.state.step_count, 4)
    up = env._cards[place + 1] > env._cards[place]
    return CardsAction(guess="higher" if up else "lower")

"""The author's evidence for the game."""

import copy
from typing import Any

from env import CardAction, CardsEnv

declared = {"max_steps": 12}


def oracle(env: CardsEnv, observation: Any) -> CardAction:
    """Tries on a copy how many cards are best."""
    best = max(range(8), key=lambda hits: (_earned(env, hits), -hits))
    return CardAction(move="hit" if best else "stand")


def _earned(env: CardsEnv, hits: int) -> float:
    other, earned = copy.deepcopy(env), 0.0
    for move in ["hit"] * hits + ["stand"]:
        earned += other.step(CardAction(move=move)).reward or 0.0
    return earned


def null(env: CardsEnv, observation: Any) -> CardAction:
    """Takes no card."""
    return CardAction(move="stand")

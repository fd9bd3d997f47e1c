"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import DiceAction

declared = {"max_steps": 24, "success_reward": 1.0, "options": {}}


def oracle(env, observation):
    """Foresees its die (chance decides in this game, so only foresight always wins)."""
    house, own = env._dice[env._round]
    if own > house:
        return DiceAction(move="roll" if house <= 2 else "double")
    if house <= 2:
        return DiceAction(move="double")
    return DiceAction(move="roll" if own == house else "fold")


def null(env, observation):
    """Always folds."""
    return DiceAction(move="fold")


def actions():
    """Moves, some of them unknown."""
    return st.builds(DiceAction, move=st.sampled_from(["fold", "roll", "double", "raise", ""]))


def invalid():
    """Moves that the croupier does not know."""
    return [DiceAction(), DiceAction(move="raise"), DiceAction(move="double double")]


def secrets(env):
    """Dice are numbers."""
    return []


def exploits():
    """Thoughtless play."""
    yield "fold", lambda env, seen: DiceAction(move="FOLD")

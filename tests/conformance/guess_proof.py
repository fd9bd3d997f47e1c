"""Evidence for `guess.py`."""

from typing import Any

from tests.conformance.guess import LIMIT, Guess

declared = {"max_steps": LIMIT, "success_reward": 1.0, "setups": [{"mode": "easy"}]}


def oracle(env: Any, observation: Any) -> Guess:
    """Looks."""
    return Guess(number=env._target)


def null(env: Any, observation: Any) -> Guess:
    """Says the same thing always, and it is wrong."""
    return Guess(number=(env._target + 50) % 100)


def secrets(env: Any) -> list[str]:
    """Nothing that could be told from the numbers in a hint."""
    return [str(env._target)]

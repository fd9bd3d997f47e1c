"""The author's evidence for the squares."""

from typing import Any

from latin_env import LatinAction

declared = {"max_steps": 24}


def oracle(env: Any, observation: Any) -> LatinAction:
    """Fills the first cell that is not right."""
    for row, (seen, wanted) in enumerate(zip(observation.grid, env._solution, strict=True)):
        for column, (one, other) in enumerate(zip(seen, wanted, strict=True)):
            if one != other:
                return LatinAction(row=row, column=column, value=other)
    raise AssertionError("the square is full")

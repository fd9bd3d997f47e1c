"""Evidence from the author."""

import re

from hypothesis import strategies as st

from .grids import BLANKS, N, solve
from .models import HintAction

declared = {"max_steps": 4, "success_reward": 1.0, "options": {"level": list(BLANKS)}}


def oracle(env, observation):
    """Solves the grid that is shown."""
    rows = re.findall(r"^[1-6.](?: [1-6.]){5}$", observation.text, re.MULTILINE)
    grid = [0 if mark == "." else int(mark) for row in rows for mark in row.split()]
    row, column = map(int, re.search(r"r(\d)c(\d)\?", observation.text).groups())
    digit = next(solve(grid))[N * (row - 1) + column - 1]
    return HintAction(message=f"r{row}c{column}={digit}")


def null(env, observation):
    """Has no idea."""
    return HintAction(message="I do not know.")


def actions():
    """Hints, good and bad, and other texts."""
    hints = st.builds("r{}c{}={}".format, st.integers(0, 7), st.integers(0, 7), st.integers(-1, 9))
    return st.builds(HintAction, message=hints | st.text(max_size=40))


def invalid():
    """No hints."""
    return [HintAction(), HintAction(message="r9c9=1"), HintAction(message="3")]


def secrets(env):
    """Digits only."""
    return []


def exploits():
    """Hints for everything."""
    every = " ".join(f"r{r}c{c}={d}" for r in range(1, 7) for c in range(1, 7) for d in range(1, 7))
    yield "every", lambda env, seen: HintAction(message=every)
    yield "zero", lambda env, seen: HintAction(message="r1c1=0")

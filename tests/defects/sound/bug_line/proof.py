"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import BugLineAction

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"functions": [1, 2, 3]}}


def oracle(env, observation):
    """Knows the line."""
    return BugLineAction(answer=str(env._task.line))


def null(env, observation):
    """Always blames the first line."""
    return BugLineAction(answer="1")


def actions():
    """Line numbers and noise."""
    return st.builds(
        BugLineAction, answer=st.one_of(st.integers(-5, 30).map(str), st.text(max_size=20))
    )


def invalid():
    """Answers that are not a line number."""
    return [BugLineAction(), BugLineAction(answer="all of them"), BugLineAction(answer="2, 3, 4")]


def secrets(env):
    """A line number is no secret text."""
    return []


def exploits():
    """Names many lines."""
    yield "many", lambda env, seen: BugLineAction(answer=" ".join(map(str, range(1, 25))))
    yield "def line", lambda env, seen: BugLineAction(answer="line 1")

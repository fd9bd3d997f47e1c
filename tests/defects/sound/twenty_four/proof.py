"""Evidence for the checks."""

from fractions import Fraction

from hypothesis import strategies as st

from .models import GameAction
from .server.twenty_four_environment import solve

declared = {"max_steps": 3, "success_reward": 1.0, "options": {}}


def oracle(env, observation):
    """Searches all expressions."""
    return GameAction(expression=solve([(Fraction(n), str(n)) for n in observation.numbers]) or "0")


def null(env, observation):
    """Says nothing."""
    return GameAction()


def actions():
    """Sums and nonsense."""
    return st.one_of(
        st.builds(GameAction, expression=st.text("0123456789+-*/() ", max_size=30)),
        st.builds(
            GameAction, expression=st.sampled_from(["24", "4*6", "(1+2)*8", "1/0", "((((", "x"])
        ),
    )


def invalid():
    """Attempts that are no expressions."""
    return [
        GameAction(),
        GameAction(expression="2**3"),
        GameAction(expression="four"),
        GameAction(expression="1/0"),
    ]


def secrets(env):
    """A hand has many solutions."""
    return []


def exploits():
    """Without the numbers of the hand."""
    yield "24", lambda env, seen: GameAction(expression="24")
    yield "4*6", lambda env, seen: GameAction(expression="4*6")

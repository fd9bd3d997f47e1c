"""Evidence from the author."""

import re

from hypothesis import strategies as st

from .models import NumeralAction
from .numerals import HIGH, LOW, MODES, SPLITS, SYSTEMS, roman

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "options": {"split": list(SPLITS), "mode": list(MODES)},
}


def oracle(env, observation):
    """Tries all the numbers."""
    name, shown = re.match(r"Write the (.*) numeral (\S+) ", observation.prompt).groups()
    write = {"decimal": str, **SYSTEMS}[name]
    value = next(n for n in range(LOW, HIGH + 1) if write(n) == shown)
    return NumeralAction(answer=str(value) if "in decimal" in observation.prompt else roman(value))


def null(env, observation):
    """No answer."""
    return NumeralAction(answer="")


def actions():
    """Numerals and texts."""
    numbers = st.integers(LOW, HIGH)
    return st.builds(
        NumeralAction, answer=numbers.map(str) | numbers.map(roman) | st.text(max_size=20)
    )


def invalid():
    """No numerals."""
    return [NumeralAction(), NumeralAction(answer="many"), NumeralAction(answer="-1")]


def secrets(env):
    """The answers are too short to look for."""
    return []


def exploits():
    """Without a translation."""
    yield "echo", lambda env, seen: NumeralAction(answer=seen.prompt[:200])
    yield "range", lambda env, seen: NumeralAction(answer="20-3999")

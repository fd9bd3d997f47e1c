"""Evidence from the author."""

import re

from hypothesis import strategies as st

from .models import OutlineAction

declared = {
    "max_steps": 3,
    "success_reward": 1.0,
    "options": {"topic": ["railways", "rome", "moon", "printing", "bread", "polar"]},
}


def _outline(points):
    dated = [re.fullmatch(r"(.*) \((\d+)\)", point).groups() for point in points]
    dated.sort(key=lambda pair: int(pair[1]))
    lines = (f"{n}. In {year}, {text}, which mattered" for n, (text, year) in enumerate(dated, 1))
    return "\n".join(lines)


def oracle(env, observation):
    """One section per point, by year."""
    return OutlineAction(outline=_outline(observation.points), final=True)


def null(env, observation):
    """Hands in nothing."""
    return OutlineAction(final=True)


def actions():
    """Texts, numbered and not."""
    return st.builds(
        OutlineAction,
        outline=st.one_of(st.text(max_size=80), st.just("1. yeast is understood at long last")),
        final=st.booleans(),
    )


def invalid():
    """Every outline can be graded."""
    return []


def secrets(env):
    """The points are given."""
    return []


def exploits():
    """All points in one section, or the list as it is."""
    yield "one", lambda env, seen: OutlineAction(outline="1. " + " ".join(seen.points), final=True)
    yield "copy", lambda env, seen: OutlineAction(outline="\n".join(seen.points), final=True)

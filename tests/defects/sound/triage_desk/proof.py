"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .handbook import GROUPS, TESTS
from .models import TriageRoomAction

declared = {"max_steps": 8, "success_reward": 1.0, "options": {}}


def oracle(env, observation):
    """Looks at the complaints, orders two tests, and looks the disease up."""
    group = GROUPS["fever" if "fever" in observation.chart else "belly"]
    left = [
        d
        for d in group
        if all(observation.handbook[d][t] == r for t, r in observation.results.items())
    ]
    if len(left) == 1:
        return TriageRoomAction(kind="diagnose", name=left[0])
    for test in TESTS:
        if len({observation.handbook[d][test] for d in left}) == 2:
            return TriageRoomAction(kind="order", name=test)
    raise RuntimeError("no test helps")


def null(env, observation):
    """Always says flu."""
    return TriageRoomAction(kind="diagnose", name="flu")


def actions():
    """Tests, diagnoses and noise."""
    names = [*TESTS, *GROUPS["fever"], *GROUPS["belly"], "", "plague"]
    return st.builds(
        TriageRoomAction,
        kind=st.sampled_from(["order", "diagnose", "order", ""]),
        name=st.sampled_from(names),
    )


def invalid():
    """Not understood."""
    return [
        TriageRoomAction(),
        TriageRoomAction(kind="order", name="mri"),
        TriageRoomAction(kind="operate"),
    ]


def secrets(env):
    """Every disease is in the handbook; none is a secret."""
    return []


def exploits():
    """Names all diseases at once."""
    names = ", ".join([*GROUPS["fever"], *GROUPS["belly"]])[:60]
    yield "all", lambda env, seen: TriageRoomAction(kind="diagnose", name=names)

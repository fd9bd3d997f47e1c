"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ViolinTuningAction, ViolinTuningObservation
from .violin import STRINGS

Policy = Callable[[Any, ViolinTuningObservation], ViolinTuningAction]

declared = {"max_steps": 12, "success_reward": 1.0}
_SURE = 6.0


def oracle(env: Any, observation: ViolinTuningObservation) -> ViolinTuningAction:
    """Tunes string after string from what it heard: listen, turn up by that, turn back if worse."""
    for string in STRINGS:
        rows = [line.split() for line in observation.log if line.split()[1] == string]
        if not rows:
            return ViolinTuningAction(command="listen", string=string)
        beats = [float(row[3]) for row in rows]
        if len(rows) == 1:
            return ViolinTuningAction(command="turn", string=string, cents=beats[0])
        if len(rows) == 2 and beats[1] > _SURE:
            return ViolinTuningAction(command="turn", string=string, cents=-beats[1])
    return ViolinTuningAction(command="finish")


def null(env: Any, observation: ViolinTuningObservation) -> ViolinTuningAction:
    """Finishes at once."""
    return ViolinTuningAction(command="finish")


def actions() -> st.SearchStrategy[ViolinTuningAction]:
    """Listening, turning, and things that are refused."""
    return st.builds(
        ViolinTuningAction,
        command=st.sampled_from(["listen", "turn", "turn", "finish", "pluck"]),
        string=st.sampled_from([*STRINGS, "B"]),
        cents=st.floats(-130, 130, allow_nan=False),
    )


def invalid() -> list[ViolinTuningAction]:
    """Actions that are refused."""
    return [
        ViolinTuningAction(),
        ViolinTuningAction(command="turn", string="B", cents=10),
        ViolinTuningAction(command="listen"),
        ViolinTuningAction(command="pluck", string="A"),
    ]


def secrets(env: Any) -> list[str]:
    """The errors are numbers; there is no text to hide."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not tune."""
    yield "listens", lambda env, seen: ViolinTuningAction(command="listen", string="A")
    yield "claims", lambda env, seen: ViolinTuningAction(command="finish", metadata={"tuned": True})

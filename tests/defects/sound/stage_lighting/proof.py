"""Evidence of the author: an operator who follows the notes, and policies that earn nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {"max_steps": 16, "success_reward": 1.0, "levels": (1, 2, 3)}

_NOTE = re.compile(r"Cue (\d+): (.+?) (?:at (\d+)|(out)|(up|down) by (\d+) points)\.")


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Read the notes, and type the first command that still has to be given."""
    for note in observation.notes:
        cue, fixture, value, out, way, points = _NOTE.fullmatch(note).groups()
        for channel in (each for each, name in observation.patch.items() if name == fixture):
            before = observation.before[cue][channel]
            if way:
                wanted = before + (int(points) if way == "up" else -int(points))
            else:
                wanted = 0 if out else int(value)
            if observation.cues[cue][channel] != wanted:
                return DeskAction(command=f"cue {cue} ch {channel} @ {wanted}")
    return DeskAction(command="done")


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """Save the show as it is."""
    return DeskAction(command="done")


def actions() -> st.SearchStrategy[DeskAction]:
    """Commands that the desk knows, and texts that it does not know."""
    commands = st.builds(
        lambda cue, channel, level: f"cue {cue} ch {channel} @ {level}",
        st.integers(1, 5),
        st.integers(1, 13),
        st.integers(0, 110),
    )
    return st.one_of(commands, st.just("done"), st.text(max_size=12)).map(
        lambda text: DeskAction(command=text)
    )


def invalid() -> list[DeskAction]:
    """Commands that change nothing."""
    return [DeskAction(command=text) for text in ("", "go", "cue 9 ch 1 @ 50", "cue 1 ch 1 @ 200")]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the notes say what is wanted."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Saving without work, and blackouts."""
    every = " ".join(str(channel) for channel in range(1, 13))
    yield "blackout", lambda env, seen: DeskAction(command=f"cue 1 ch {every} @ 0")
    yield "full", lambda env, seen: DeskAction(command=f"cue 2 ch {every} @ 100")
    yield "claims", lambda env, seen: DeskAction(command="done", metadata={"reward": 1.0})

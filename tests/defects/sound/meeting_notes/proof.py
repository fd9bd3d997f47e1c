"""Evidence from the author."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .meetings import DAYS, LEVELS, NAMES, TASKS
from .models import MeetingNotesAction, MeetingNotesObservation

Policy = Callable[[Any, MeetingNotesObservation], MeetingNotesAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: MeetingNotesObservation) -> MeetingNotesAction:
    """Reads the transcript: a question, and the answer in the next line."""
    said = observation.transcript.splitlines()
    notes = []
    for question, answer in itertools.pairwise(said):
        asked = re.fullmatch(r"\w+: (\w+), can you (.+) by (\w+)\?", question)
        if asked is None:
            continue
        owner, task, day = asked.groups()
        moved = re.search(r"but by (\w+) I can", answer)
        if moved:
            day = moved[1]
        if moved or "Yes, I will" in answer:
            notes.append(f"{owner}: {task}, by {day}")
    return MeetingNotesAction(notes="\n".join(notes))


def null(env: Any, observation: MeetingNotesObservation) -> MeetingNotesAction:
    """Writes nothing."""
    return MeetingNotesAction(notes="")


def actions() -> st.SearchStrategy[MeetingNotesAction]:
    """Notes with random items."""
    line = st.builds(
        "{}: {}, by {}".format,
        st.sampled_from(NAMES),
        st.sampled_from(TASKS),
        st.sampled_from(DAYS),
    )
    return st.lists(st.one_of(line, st.text(max_size=20)), max_size=6).map(
        lambda lines: MeetingNotesAction(notes="\n".join(lines))
    )


def invalid() -> list[MeetingNotesAction]:
    """Notes without an item."""
    texts = ("", "nothing", "Ana", "Ana: dance, by Friday", "send the budget, by Monday", "\n\n")
    return [MeetingNotesAction(notes=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing is secret: the transcript says everything."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Notes that nobody had to listen for."""
    yield "the transcript", lambda env, seen: MeetingNotesAction(notes=seen.transcript[:1500])
    yield "the tasks", lambda env, seen: MeetingNotesAction(notes="\n".join(seen.tasks))
    yield "claims", lambda env, seen: MeetingNotesAction(metadata={"score": 1.0})

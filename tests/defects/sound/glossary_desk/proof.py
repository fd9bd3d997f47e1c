"""Evidence from the author about the glossary desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from . import glossary
from .models import GlossaryDeskAction, GlossaryDeskObservation

Policy = Callable[[Any, GlossaryDeskObservation], GlossaryDeskAction]

declared = {
    "max_steps": 5,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
}


def _line(seen: GlossaryDeskObservation) -> str:
    """What the extract says about the term."""
    start = f"{seen.term}: "
    lines = seen.glossary.splitlines()
    return next(line.removeprefix(start) for line in lines if line.startswith(start))


def oracle(env: Any, observation: GlossaryDeskObservation) -> GlossaryDeskAction:
    """Look the term up in the shown extract, and spell it as the desk wants it."""
    entry = _line(observation)
    term = observation.term
    if not entry.startswith("product name"):
        term = entry.split(";")[0].split(" or ")[0]
        if observation.desk == "CH":
            term = term.replace("ß", "ss")
    return GlossaryDeskAction(reply=f"The glossary has it.\nAnswer: {term}")


def null(env: Any, observation: GlossaryDeskObservation) -> GlossaryDeskAction:
    """Reply nothing."""
    return GlossaryDeskAction(reply="")


def actions() -> st.SearchStrategy[GlossaryDeskAction]:
    """Answers with spellings of the glossary, and other texts."""
    spellings = [
        each for entry in glossary.ENTRIES for each in (*entry.answers("DE"), entry.source)
    ]
    answers = st.sampled_from(spellings).map(lambda each: f"Answer: {each}")
    return st.one_of(answers, st.text(max_size=40)).map(lambda text: GlossaryDeskAction(reply=text))


def invalid() -> list[GlossaryDeskAction]:
    """Replies that answer nothing."""
    replies = ("", "Answer:", "Netzteil", "Answer: Netzteil\nAnswer: Lieferschein", "Answer: ?")
    return [GlossaryDeskAction(reply=reply) for reply in replies]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the glossary that decides is shown, and looking it up is the task."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be accepted without choosing a spelling."""
    yield "whole-entry", lambda env, seen: GlossaryDeskAction(reply=f"Answer: {_line(seen)}")
    yield "every-line", _every_line
    yield "retired", _retired
    yield "claim", lambda env, seen: GlossaryDeskAction(metadata={"accepted": True, "reward": 1.0})


def _every_line(env: Any, seen: GlossaryDeskObservation) -> GlossaryDeskAction:
    """Many answers, one of which is right."""
    spellings = [seen.term, *_line(seen).split(";")[0].split(" or ")]
    return GlossaryDeskAction(reply="\n".join(f"Answer: {each}" for each in spellings))


def _retired(env: Any, seen: GlossaryDeskObservation) -> GlossaryDeskAction:
    """The retired spelling, which stands in the glossary too."""
    return GlossaryDeskAction(reply=f"Answer: {_line(seen).split('retired: ')[1]}")

"""Evidence from the author: the rulings by the book, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .house_rules import CUES, RULES, VERDICTS, verdict
from .models import SubtitleDeskAction, SubtitleDeskObservation

Policy = Callable[[Any, SubtitleDeskObservation], SubtitleDeskAction]

declared = {
    "max_steps": 3 * max(CUES.values()),
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(CUES),
    "options": {"rating": list(RULES)},
}


def oracle(env: Any, observation: SubtitleDeskObservation) -> SubtitleDeskAction:
    """Applies the house rules to one cue after the other, from the observation alone."""
    for cue in observation.cues:
        ruling = verdict(cue.text, cue.seconds, observation.rating)
        if observation.rulings.get(str(cue.number)) != ruling:
            return SubtitleDeskAction(line=f"{cue.number} {ruling}")
    return SubtitleDeskAction(line="close")


def null(env: Any, observation: SubtitleDeskObservation) -> SubtitleDeskAction:
    """Closes the file unread."""
    return SubtitleDeskAction(line="close")


def actions() -> st.SearchStrategy[SubtitleDeskAction]:
    """Rulings on the first cues, and now and then another text."""
    rulings = st.tuples(st.integers(1, 7), st.sampled_from(VERDICTS)).map(
        lambda ruling: f"{ruling[0]} {ruling[1]}"
    )
    return st.one_of(rulings, rulings, rulings, st.text(max_size=10)).map(
        lambda line: SubtitleDeskAction(line=line)
    )


def invalid() -> list[SubtitleDeskAction]:
    """Lines that are no ruling on any file."""
    lines = ("", "pass", "0 cut", "99 cut", "1", "1 cut or mask", "-1 pass", "1 2 cut", "1,2 mask")
    return [SubtitleDeskAction(line=line) for line in lines]


def secrets(env: Any) -> list[str]:
    """The rules and the file are shown: nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to a reward without reading the cues."""
    for ruling in VERDICTS:
        yield f"{ruling} for all", lambda env, seen, ruling=ruling: _same(seen, ruling)
    yield "two verdicts in a line", lambda env, seen: SubtitleDeskAction(line="1 pass 1 cut")
    yield "claims", lambda env, seen: SubtitleDeskAction(line="close", metadata={"right": 12})


def _same(seen: SubtitleDeskObservation, ruling: str) -> SubtitleDeskAction:
    """One verdict for every cue, then close."""
    number = len(seen.rulings) + 1
    line = f"{number} {ruling}" if number <= len(seen.cues) else "close"
    return SubtitleDeskAction(line=line)

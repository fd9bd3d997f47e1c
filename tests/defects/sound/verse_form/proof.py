"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .bank import LEXICON
from .models import VerseAction, VerseObservation

Policy = Callable[[Any, VerseObservation], VerseAction]

declared = {"max_steps": 3, "success_reward": 1.0, "options": {"form": ["haiku", "limerick"]}}
_FILL = [
    "silent",
    "little",
    "winter",
    "morning",
    "yellow",
    "under",
    "over",
    "autumn",
    "mountain",
    "into",
    "singing",
]
_ONES = ["the", "old", "cold", "wind", "with", "from"]
_PLANS = {
    "haiku": ((5, "fell"), (7, "sat"), (5, "ran")),
    "limerick": ((8, "noon"), (8, "dune"), (5, "hay"), (5, "clay"), (8, "spoon")),
}


def oracle(env: Any, observation: VerseObservation) -> VerseAction:
    """Fills the lines with words of two syllables."""
    fill, ones, poem = list(_FILL * 2), list(_ONES), []
    for number, (syllables, end) in enumerate(_PLANS[observation.form]):
        line = [observation.topic] if number == 0 else []
        room = syllables - LEXICON[end][0] - sum(LEXICON[word][0] for word in line)
        line += [ones.pop()] * (room % 2) + [fill.pop(0) for _ in range(room // 2)]
        poem.append(" ".join([*line, end]))
    return VerseAction(poem="\n".join(poem))


def null(env: Any, observation: VerseObservation) -> VerseAction:
    """An empty page."""
    return VerseAction()


def actions() -> st.SearchStrategy[VerseAction]:
    """Lines of words."""
    line = st.lists(st.sampled_from(sorted(LEXICON)), min_size=1, max_size=6).map(" ".join)
    return st.builds(VerseAction, poem=st.lists(line, max_size=6).map("\n".join))


def invalid() -> list[VerseAction]:
    """Drafts that are not accepted."""
    return [VerseAction(), VerseAction(poem="\n\n"), VerseAction(poem="hello\nworld\nagain")]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Poems that are none."""
    yield "topic", lambda env, seen: VerseAction(poem=seen.topic)
    yield "same", lambda env, seen: VerseAction(poem="\n".join(["moon moon moon moon moon"] * 3))

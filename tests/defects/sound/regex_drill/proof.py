"""Evidence from the author of the regex drill."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DrillObservation, Pattern
from .rules import KINDS, MARKS

Policy = Callable[[Any, DrillObservation], Pattern]

declared = {
    "max_steps": 3,
    "success_reward": 1.0,
    "levels": (1, 2),
    "splits": ("train", "test"),
    "deterministic": True,
}


def oracle(env: Any, seen: DrillObservation) -> Pattern:
    """Translates the words of the rule; reads the observation alone."""
    pattern = ""
    for words in seen.rule.split("; then "):
        run = re.fullmatch(r"(optionally )?(\d+) to (\d+) (.+)s", words)
        if run is None:
            pattern += MARKS.get(words, "")
            continue
        piece = f"{KINDS[run[4]][0]}{{{run[2]},{run[3]}}}"
        pattern += f"({piece})?" if run[1] else piece
    return Pattern(pattern=pattern)


def null(env: Any, seen: DrillObservation) -> Pattern:
    """The empty pattern."""
    return Pattern(pattern="")


def actions() -> st.SearchStrategy[Pattern]:
    """Patterns of the dialect, and other texts."""
    pieces = st.sampled_from(
        ["[a-z]", "[0-9]", "-", ":", "_", "{2,4}", "+", "*", "?", "(", ")", "|"]
    )
    texts = st.lists(pieces, max_size=12).map("".join)
    return st.one_of(texts, st.text(max_size=20)).map(lambda text: Pattern(pattern=text))


def invalid() -> list[Pattern]:
    """Patterns that cannot be read, or match everything or nothing."""
    texts = ("", "(", "[", "*", "a{99}", ".*", "\\", "((((((((((((((a))))))))))))))", "x")
    return [Pattern(pattern=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: strings that are not shown are not answers."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Patterns that fit too much."""
    yield "everything", lambda env, seen: Pattern(pattern=".*")
    yield "words", lambda env, seen: Pattern(pattern="[a-zA-Z0-9_:/-]+")
    yield "one example", lambda env, seen: Pattern(pattern=(seen.matching or [""])[0])
    yield "claims", lambda env, seen: Pattern(pattern="", metadata={"solved": True})

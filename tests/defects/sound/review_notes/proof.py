"""Evidence from the author: a reviewer that knows the patterns of the defects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ReviewAction, ReviewObservation
from .snippets import KINDS

Policy = Callable[[Any, ReviewObservation], ReviewAction]

declared = {
    "max_steps": 14,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}

_PATTERNS = {
    "off-by-one": re.compile(r"len\(rows\) \+ 1"),
    "mutable-default": re.compile(r"=\[\]\)"),
    "bare-except": re.compile(r"except:"),
    "none-compare": re.compile(r"== None"),
    "sql-injection": re.compile(r'execute\(f"'),
    "unclosed-file": re.compile(r"= open\("),
}


def oracle(env: Any, observation: ReviewObservation) -> ReviewAction:
    """Comments on every line that has a pattern, then submits."""
    made = {(comment.line, comment.kind) for comment in observation.comments}
    for number, line in enumerate(observation.lines, start=1):
        for kind, pattern in _PATTERNS.items():
            if pattern.search(line) and (number, kind) not in made:
                return ReviewAction(
                    op="comment", line=number, kind=kind, message=f"Looks like {kind}."
                )
    return ReviewAction(op="submit")


def null(env: Any, observation: ReviewObservation) -> ReviewAction:
    """Submits without a comment."""
    return ReviewAction(op="submit")


def actions() -> st.SearchStrategy[ReviewAction]:
    """Comments on early lines, now and then a submission."""
    comments = st.builds(
        lambda line, kind: ReviewAction(op="comment", line=line, kind=kind),
        st.integers(1, 30),
        st.sampled_from(KINDS),
    )
    return st.one_of(comments, comments, comments, st.just(ReviewAction(op="submit")))


def invalid() -> list[ReviewAction]:
    """Actions that are no comments."""
    return [
        ReviewAction(),
        ReviewAction(op="approve"),
        ReviewAction(op="comment", line=0, kind="bare-except"),
        ReviewAction(op="comment", line=1, kind="ugly"),
        ReviewAction(op="comment", line=999, kind="off-by-one"),
    ]


def secrets(env: Any) -> list[str]:
    """The same as the environment's own."""
    return list(env.secrets(env.reveal()))


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not read the file."""
    yield "claims", lambda env, seen: ReviewAction(op="submit", metadata={"f1": 1.0})
    yield (
        "last line",
        lambda env, seen: ReviewAction(op="comment", line=len(seen.lines), kind="unclosed-file"),
    )
    for kind in KINDS:
        yield (
            f"{kind} everywhere",
            lambda env, seen, kind=kind: ReviewAction(
                op="comment", line=min(len(seen.comments) + 1, len(seen.lines)), kind=kind
            ),
        )

"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .commits import RULES, RULES_BROKEN, broken_rules
from .models import CommitObservation, Review

Policy = Callable[[Any, CommitObservation], Review]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(RULES_BROKEN),
}


def oracle(env: Any, observation: CommitObservation) -> Review:
    """Applies the rules to the commit that is shown."""
    codes = broken_rules(observation.subject, observation.body, observation.files)
    lines = [f"- [{code}] {RULES[code]}" for code in sorted(codes)]
    return Review(text="Please change the following:\n" + "\n".join(lines))


def null(env: Any, observation: CommitObservation) -> Review:
    """Approves without a word."""
    return Review(text="")


def actions() -> st.SearchStrategy[Review]:
    """Reviews with some codes, and other texts."""
    codes = st.lists(st.sampled_from(list(RULES)), min_size=1, max_size=5, unique=True)
    reviews = codes.map(lambda chosen: "Found: " + ", ".join(f"[{code}]" for code in chosen))
    return st.one_of(reviews, st.text(max_size=80)).map(lambda text: Review(text=text))


def invalid() -> list[Review]:
    """Reviews that name no code."""
    texts = ("", "LGTM", "[]", "[NO-TICKET]", "no-ticket", "[no ticket]", "[unknown-rule]")
    return [Review(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Everything that the grade depends on is shown."""
    return []


def _every_code(env: Any, observation: CommitObservation) -> Review:
    return Review(text=" ".join(f"[{code}]" for code in observation.rules))


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without reading the commit."""
    yield "names every code", _every_code
    yield "approves", lambda env, seen: Review(text="Looks good to me.")
    yield "copies the commit", lambda env, seen: Review(text=f"{seen.subject}\n{seen.body}")
    for code in ("no-ticket", "no-tests", "mixed"):
        yield f"only {code}", lambda env, seen, code=code: Review(text=f"[{code}]")
    yield "claims", lambda env, seen: Review(text="approved", metadata={"reward": 1.0})

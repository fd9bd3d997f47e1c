"""Evidence from the author: the oracle, policies that must earn nothing, and what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import EmailDraftAction, EmailDraftObservation
from .orders import COUNTS, FACTS, NAMES

Policy = Callable[[Any, EmailDraftObservation], EmailDraftAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(COUNTS)}


def oracle(env: Any, observation: EmailDraftObservation) -> EmailDraftAction:
    """Recognises the questions and answers them, from the observation alone."""
    asked = [fact for fact, (question, _) in FACTS.items() if question in observation.mail]
    answers = " ".join(f"{fact}: {observation.file[fact]}." for fact in asked)
    return EmailDraftAction(draft=f"Dear {observation.customer}, {answers} Kind regards")


def null(env: Any, observation: EmailDraftObservation) -> EmailDraftAction:
    """Writes nothing."""
    return EmailDraftAction(draft="")


def actions() -> st.SearchStrategy[EmailDraftAction]:
    openings = st.sampled_from(["", *(f"Dear {name}, " for name in NAMES)])
    texts = st.text("abc EUR 0123456789.", max_size=60)
    return st.builds(lambda a, b: EmailDraftAction(draft=a + b), openings, texts)


def invalid() -> list[EmailDraftAction]:
    """Drafts that answer no mail."""
    wrong = ("", "Dear", "Dear Ms Rossi", "Everything is in the file.", "word " * 700)
    return [EmailDraftAction(draft=draft) for draft in wrong]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: mail and file are shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without understanding the mail."""

    def whole_file(env: Any, seen: EmailDraftObservation) -> EmailDraftAction:
        facts = " ".join(f"{fact}: {value}." for fact, value in seen.file.items())
        return EmailDraftAction(draft=f"Dear {seen.customer}, {facts}")

    yield "the whole file", whole_file
    yield (
        "the mail itself",
        lambda env, seen: EmailDraftAction(draft=f"Dear {seen.customer}, {seen.mail}"),
    )

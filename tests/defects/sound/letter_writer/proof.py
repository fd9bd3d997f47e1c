"""Evidence from the author: a right letter for every file, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from .letters import FEE, OVERDUE_DAYS, SURCHARGE, euros
from .models import LetterWriterAction, LetterWriterObservation

Policy = Callable[[Any, LetterWriterObservation], LetterWriterAction]

declared = {
    "max_steps": 4,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
}
_LETTER = """Dear {title} {surname},

on your account {number} an amount of EUR %s is open.
Please pay it by %s.

Yours sincerely,
{clerk}
{company}
"""


def oracle(env: Any, observation: LetterWriterObservation) -> LetterWriterAction:
    """Works out claim and date by the rules, and sends the letter; needs the observation alone."""
    today = date.fromisoformat(observation.today)
    late = any(rule.startswith("an invoice of more") for rule in observation.rules)
    total = FEE if any("letter itself" in rule for rule in observation.rules) else 0
    for entry in observation.account:
        cents = int(entry.amount.replace(".", ""))
        overdue = (today - date.fromisoformat(entry.day)).days > OVERDUE_DAYS
        if entry.kind == "payment":
            total -= cents
        else:
            total += cents + ((cents * SURCHARGE + 50) // 100 if late and overdue else 0)
    term = next(rule for rule in observation.rules if "within" in rule)
    day = today + timedelta(days=int(term.split()[-4]))
    if late and day.weekday() >= 5:
        day += timedelta(days=7 - day.weekday())
    return LetterWriterAction(template=_LETTER % (euros(total), day.isoformat()))


def null(env: Any, observation: LetterWriterObservation) -> LetterWriterAction:
    """Sends an empty page."""
    return LetterWriterAction(op="send", template="")


def actions() -> st.SearchStrategy[LetterWriterAction]:
    """Letters with any amount and date, and other texts; most are drafts."""
    amounts = st.integers(0, 90000).map(euros)
    days = st.dates(date(2026, 1, 1), date(2027, 1, 1)).map(date.isoformat)
    letters = st.tuples(amounts, days).map(lambda pair: _LETTER % pair)
    texts = st.one_of(letters, letters, st.sampled_from(["", "Dear {title}", "{", "{0}", "{x}"]))
    kinds = st.sampled_from(["draft", "draft", "send"])
    return st.builds(LetterWriterAction, op=kinds, template=texts)


def invalid() -> list[LetterWriterAction]:
    """Templates that cannot be filled in."""
    texts = ("", "{", "}", "{}", "{0}", "{claim}", "Dear {name},", "{title", "{ title }")
    return [LetterWriterAction(op="send", template=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Claim and date follow from the file; a draft of the agent's own may hold them."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Letters in which the claim was not worked out."""
    yield "asks for the claim", lambda env, seen: _send("{claim}", "{pay_by}")
    yield "every amount", _every_amount
    yield "no amount", lambda env, seen: _send("0.00", seen.today)
    yield "claims", lambda env, seen: LetterWriterAction(op="send", metadata={"right": True})


def _send(amount: str, day: str) -> LetterWriterAction:
    return LetterWriterAction(op="send", template=_LETTER % (amount, day))


def _every_amount(env: Any, seen: LetterWriterObservation) -> LetterWriterAction:
    """All amounts of the account, one after the other."""
    return _send(" or EUR ".join(entry.amount for entry in seen.account), seen.today)

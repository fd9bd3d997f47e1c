"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import PayrollQuestion, PayrollReply

Policy = Callable[[Any, PayrollQuestion], PayrollReply]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}
_NUMBER = r"(\d+(?:\.\d+)?)"


def _find(pattern: str, text: str, default: tuple[float, ...]) -> tuple[float, ...]:
    found = re.search(pattern.replace("#", _NUMBER), text)
    return tuple(map(float, found.groups())) if found else default


def oracle(env: Any, observation: PayrollQuestion) -> PayrollReply:
    """Reads the time sheet from the question and calculates."""
    text = observation.question
    hours, rate = _find("worked # hours this week at # euros", text, (0, 0))
    limit, extra = _find("above # are overtime and paid with # percent", text, (hours, 0))
    shifts, bonus = _find("were # late shifts with a bonus of # euros", text, (0, 0))
    overtime_pay = (hours - limit) * rate * (1 + extra / 100)
    amount = min(hours, limit) * rate + overtime_pay + shifts * bonus
    if "the overtime pay" in text:
        amount = overtime_pay
    if "the net pay" in text:
        (pension,) = _find("# percent of gross", text, (0,))
        low, band, high = _find("rest is # percent up to # euros and # percent", text, (0, 0, 0))
        (dues,) = _find("dues of # euros", text, (0,))
        taxable = amount * (1 - pension / 100)
        tax = min(taxable, band) * low / 100 + max(0, taxable - band) * high / 100
        amount = taxable - tax - dues
    return PayrollReply(text=f"Step by step.\nAnswer: {amount:,.2f}")


def null(env: Any, observation: PayrollQuestion) -> PayrollReply:
    """Says nothing."""
    return PayrollReply(text="")


def actions() -> st.SearchStrategy[PayrollReply]:
    """Amounts of a usual size, and other texts."""
    amounts = st.floats(100, 3000).map(lambda amount: f"Answer: {amount:.2f}")
    return st.one_of(amounts, st.text(max_size=40)).map(lambda text: PayrollReply(text=text))


def invalid() -> list[PayrollReply]:
    """Replies without a single amount."""
    texts = ("", "Answer:", "Answer: a lot", "Answer: -5", "Answer: 1e3", "Answer: 1\nAnswer: 2")
    return [PayrollReply(text=text) for text in (*texts, "Answer: nan", "Answer: inf")]


def secrets(env: Any) -> list[str]:
    """The right amount."""
    return [env.reveal().amount.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not calculate."""
    every = "\n".join(f"Answer: {n}" for n in range(100, 400))
    yield "zero", lambda env, seen: PayrollReply(text="Answer: 0")
    yield "many", lambda env, seen: PayrollReply(text=every)
    yield "no number", lambda env, seen: PayrollReply(text="Answer: inf")
    yield "echo", lambda env, seen: PayrollReply(text=f"Answer: {seen.question}")

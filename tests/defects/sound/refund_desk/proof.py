"""Evidence from the author."""

from __future__ import annotations

import re
from datetime import date

from hypothesis import strategies as st

from .models import RefundAction

declared = {"max_steps": 6, "success_reward": 1.0, "options": {"level": ["easy", "hard"]}}


def oracle(env, observation):
    """Looks up, counts the days, reads the table of the README."""
    seen = observation.booking
    if not seen:
        reference = re.search(r"\b[A-Z]{6}\b", observation.letter).group()
        return RefundAction(kind="lookup", reference=reference)
    written = date.fromisoformat(re.search(r"\d{4}-\d\d-\d\d", observation.letter).group())
    days = (date.fromisoformat(seen["departure"]) - written).days
    paid = seen["paid_cents"]
    fare, decision = paid - 1500, "refund"
    if seen["status"] != "confirmed":
        cents = paid
    elif seen["class"] == "business":
        cents = fare if days else fare * 9 // 10
    elif seen["class"] == "flex":
        cents = fare if days >= 7 else fare // 2 if days >= 2 else 0
        decision = "refund" if cents else "deny"
    else:
        cents = fare * 8 // 10 if days >= 14 else 0
        decision = "voucher" if cents else "deny"
    return RefundAction(kind="settle", decision=decision, cents=cents)


def null(env, observation):
    """Denies."""
    return RefundAction(kind="settle", decision="deny")


def actions():
    """Any mixture."""
    return st.builds(
        RefundAction,
        kind=st.sampled_from(["lookup", "settle", "sleep"]),
        reference=st.sampled_from(["ABCDEF", ""]),
        decision=st.sampled_from(["refund", "voucher", "deny", "maybe"]),
        cents=st.integers(0, 100_000),
    )


def invalid():
    """Actions that do nothing."""
    return [
        RefundAction(),
        RefundAction(kind="lookup"),
        RefundAction(kind="settle", decision="maybe"),
    ]


def secrets(env):
    """The settlement is a word from a short list and a number."""
    return []


def exploits():
    """Settles without looking."""
    yield (
        "refund",
        lambda env, seen: RefundAction(kind="settle", decision="refund", cents=10_000_000),
    )
    yield "both", lambda env, seen: RefundAction(kind="settle", decision="refund voucher deny")

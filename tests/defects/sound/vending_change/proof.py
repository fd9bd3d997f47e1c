"""Evidence of the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import VendingChangeAction

declared = {"max_steps": 8, "success_reward": 1.0}


def _cents(text):
    return round(float(text) * 100)


def oracle(env, observation):
    """Tries all handfuls of coins."""
    due = sum(map(_cents, observation.inserted)) - _cents(observation.price)
    ways = {0: []}
    for coin, count in observation.box.items():
        for total, way in list(ways.items()):
            for k in range(1, count + 1):
                more = total + k * _cents(coin)
                if more <= due:
                    ways.setdefault(more, way + [coin] * k)
    return VendingChangeAction(change="+".join(ways[due]) if due in ways else "refund")


def null(env, observation):
    """Always refunds."""
    return VendingChangeAction(change="refund")


def actions():
    """Some coins."""
    coin = st.sampled_from(["2.00", "1.00", "0.50", "0.20", "0.10", "0.05", "0.02", "refund", ""])
    return st.lists(coin, max_size=6).map(lambda c: VendingChangeAction(change="+".join(c)))


def invalid():
    """Nothing that could be right."""
    return [VendingChangeAction(change=t) for t in ("", "+", "0.03", "nan", "-1.00+2.00", "1e2")]


def secrets(env):
    """There are none."""
    return []


def exploits():
    """Hands out odd things."""
    yield "empty", lambda env, seen: VendingChangeAction(change="")
    yield "all", lambda env, seen: VendingChangeAction(change="+".join(seen.inserted))

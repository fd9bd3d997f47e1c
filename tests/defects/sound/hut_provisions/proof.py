"""Evidence from the author of hut_provisions."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .models import HutAction, HutObservation, OrderLine
from .store import GOODS, LEVELS, Item, Trip, cheapest

declared = {
    "max_steps": 4,
    "success_reward": 1.0,
    "levels": tuple(LEVELS),
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: HutObservation) -> HutAction:
    """Tries every combination of packs on the price list."""
    seen = observation
    items = tuple(Item(**article.model_dump()) for article in seen.prices)
    needs = (seen.kcal_needed, seen.protein_needed, seen.load_limit)
    found = cheapest(Trip(seen.guests, seen.days, *needs, items))
    order = found[1] if found else {}
    lines = [OrderLine(article=name, packs=packs) for name, packs in order.items()]
    return HutAction(lines=lines, send=True)


def null(env: Any, observation: HutObservation) -> HutAction:
    """Sends an empty order."""
    return HutAction(lines=[], send=True)


def actions() -> st.SearchStrategy[HutAction]:
    """Orders of articles, each once; some of them are on no price list."""
    names = st.sampled_from(sorted(GOODS))
    orders = st.dictionaries(names, st.integers(1, 4), min_size=1, max_size=6)
    return st.builds(
        lambda order, send: HutAction(
            lines=[OrderLine(article=name, packs=packs) for name, packs in order.items()],
            send=send,
        ),
        orders,
        st.booleans(),
    )


def invalid() -> list[HutAction]:
    """Orders that the store refuses, whatever is on its list."""
    wrong = (("oats", 0), ("rice", -3), ("caviar", 1), ("pasta", 99))
    return [HutAction(lines=[OrderLine(article=name, packs=packs)]) for name, packs in wrong]


def secrets(env: Any) -> list[str]:
    """Nothing is shown or hidden as a text but what is on the list."""
    return []


def exploits():
    """Policies that do not feed anybody."""
    yield "too many", lambda env, seen: _of_each(seen, 50)
    yield "none of each", lambda env, seen: _of_each(seen, 0)
    yield "less than none", lambda env, seen: _of_each(seen, -4)
    yield "only drafts", lambda env, seen: HutAction(lines=[], send=False)


def _of_each(observation: HutObservation, packs: int) -> HutAction:
    lines = [OrderLine(article=article.name, packs=packs) for article in observation.prices]
    return HutAction(lines=lines)

"""Evidence from the author of Page Extract."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ExtractAction, ExtractObservation
from .pages import ADJECTIVES, NOUNS

Policy = Callable[[Any, ExtractObservation], ExtractAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

_TABLE = re.compile(r"<td>([^<]+)</td><td>&euro;([\d.]+)</td><td>(in stock|sold out)</td>")
_CARD = re.compile(
    r"<h2>([^<]+)</h2><p>(?:<s class='old'>[\d.]+</s> )?<b class='now'>([\d.]+)</b></p>"
    r"(<button>|<em>)"
)


def _products(html: str) -> list[tuple[str, float, bool]]:
    visible = re.sub(r"<!--.*?-->", "", html)
    found = _TABLE.findall(visible) + _CARD.findall(visible)
    return [(name, float(price), mark in ("in stock", "<button>")) for name, price, mark in found]


def _answer(rows: list[tuple[str, float]]) -> ExtractAction:
    listed = [{"name": name, "price": price} for name, price in rows]
    return ExtractAction(text=f"Here they are:\n```json\n{json.dumps(listed)}\n```")


def oracle(env: Any, observation: ExtractObservation) -> ExtractAction:
    """Parses the page of the observation."""
    limit = float(re.findall(r"at most ([\d.]+) euros", observation.instruction)[0])
    return _answer(
        [(n, price) for n, price, stock in _products(observation.html) if stock and price <= limit]
    )


def null(env: Any, observation: ExtractObservation) -> ExtractAction:
    """An empty answer."""
    return ExtractAction(text="")


def actions() -> st.SearchStrategy[ExtractAction]:
    """Lists of random products, and texts."""
    name = st.builds(lambda a, n: f"{a} {n}", st.sampled_from(ADJECTIVES), st.sampled_from(NOUNS))
    row = st.tuples(name, st.integers(500, 20000).map(lambda cents: cents / 100))
    return st.one_of(
        st.lists(row, max_size=8).map(_answer),
        st.text(max_size=40).map(lambda text: ExtractAction(text=text)),
    )


def invalid() -> list[ExtractAction]:
    """Answers that cannot be right."""
    texts = ("[]", "[1, 2]", '[{"name": "x"}]', "[[[[", '{"name": "Oak Lamp", "price": 1}', "none")
    return [ExtractAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The right rows are on the page, so no text is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without reading the conditions."""
    yield "everything", lambda env, seen: _answer([(n, p) for n, p, _ in _products(seen.html)])
    yield "page", lambda env, seen: ExtractAction(text=seen.html[:8000])
    yield "empty list", lambda env, seen: ExtractAction(text="[]")
    yield (
        "sold out",
        lambda env, seen: _answer([(n, p) for n, p, stock in _products(seen.html) if not stock]),
    )

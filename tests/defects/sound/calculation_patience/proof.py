"""The author's evidence for the patience."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CardMove, Table
from .patience import SIZES, solve

Policy = Callable[[Any, Table], CardMove]

declared = {
    "max_steps": 60,
    "success_reward": 1.0,
    "levels": tuple(SIZES),
    "deterministic": True,
}


def oracle(env: Any, observation: Table) -> CardMove:
    """Search with the order of the stock."""
    game = env.reveal()
    cards = tuple(reversed(game.stock.reveal()))
    moves = solve(game.size, cards, tuple(game.counts), tuple(map(tuple, game.heaps)))
    source, target = moves[0] if moves else ("stock", "w1")
    return CardMove(source=source, target=target)


def null(env: Any, observation: Table) -> CardMove:
    """A move that is refused."""
    return CardMove(source="stock", target="stock")


def actions() -> st.SearchStrategy[CardMove]:
    """Moves of the smallest level."""
    return st.builds(
        CardMove,
        source=st.sampled_from(["stock", "w1", "w2"]),
        target=st.sampled_from(["f1", "f2", "w1", "w2"]),
    )


def invalid() -> list[CardMove]:
    """Moves that no layout allows."""
    return [
        CardMove(source="w1", target="w2"),
        CardMove(source="f1", target="f2"),
        CardMove(source="stock", target="f9"),
        CardMove(source="", target=""),
    ]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that place nothing."""
    yield "first-heap", lambda env, seen: CardMove(source="stock", target="w1")
    yield "claims", lambda env, seen: CardMove(target="none", metadata={"placed": 99})

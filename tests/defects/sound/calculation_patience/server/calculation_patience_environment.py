"""Play the patience "Calculation" with a short deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    Transition,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import CardMove, Table
from ..patience import SIZES, Size, need, solve, stock


@dataclass
class Layout:
    """The cards of an episode. `stock` is face down but for its next card, the last one."""

    size: Size
    stock: Secret[list[int]]
    counts: list[int]
    heaps: list[list[int]]
    refused: bool = False


def _placed(step: Transition) -> float:
    """The share of the stock's cards that lie on foundations."""
    return step.facts["placed"] / step.facts["cards"]


class CalculationPatienceEnvironment(VerifiedEnvironment[CardMove, Table, VerifiedState, Layout]):
    """Bring every card onto the foundations, which count up by one, by two and by three."""

    max_steps = 60
    step_timeout_s = 10.0
    reward = Reward(
        Column("placed", _placed, kind="outcome"),
        Column(
            "refused", lambda t: -float(t.facts["refused"]), kind="cost", range=(-1, 0), weight=0
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Layout, Table]:
        """Deal a stock that can be played out."""
        level = setup.level or 1
        if level not in SIZES:
            raise SetupError(f"no level {level}: choose one of {sorted(SIZES)}")
        size = SIZES[level]
        counts, heaps = [1] * size.foundations, [[] for _ in range(size.heaps)]
        while True:
            cards = stock(rng, size)
            if solve(size, tuple(cards), tuple(counts), tuple(map(tuple, heaps))) is not None:
                break
        layout = Layout(size, Secret(cards[::-1]), counts, heaps)
        return layout, _show(layout, _needs(layout))

    def advance(self, game: Layout, action: CardMove) -> Table:
        """Move a card if the rules allow it."""
        needs = _needs(game)
        note = _problem(game, needs, action.source, action.target)
        game.refused = bool(note)
        if not note:
            _move(game, action.source, action.target)
        return _show(game, _needs(game), note)

    def facts(self, game: Layout) -> Mapping[str, Any]:
        """What the columns read."""
        return {
            "placed": sum(game.counts) - len(game.counts),
            "cards": (game.size.ranks - 1) * game.size.foundations,
            "refused": game.refused,
        }


def _needs(game: Layout) -> list[int]:
    return [need(game.size, number, count) for number, count in enumerate(game.counts, 1)]


def _names(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]


def _problem(game: Layout, needs: list[int], source: str, target: str) -> str:
    """Why a move is refused, or ""."""
    heaps, foundations = _names("w", game.size.heaps), _names("f", game.size.foundations)
    if source != "stock" and source not in heaps:
        return f"a card comes from stock, {', '.join(heaps)}"
    if target not in foundations and (source != "stock" or target not in heaps):
        return f"a card goes to {', '.join(foundations)}, or from the stock to a heap"
    pile = game.stock.reveal() if source == "stock" else game.heaps[heaps.index(source)]
    if not pile:
        return f"there is no card at {source}"
    if target in foundations and needs[foundations.index(target)] != pile[-1]:
        return f"{target} does not take a {pile[-1]} now"
    return ""


def _move(game: Layout, source: str, target: str) -> None:
    pile = game.stock.reveal() if source == "stock" else game.heaps[int(source[1:]) - 1]
    rank = pile.pop()
    if target[0] == "f":
        game.counts[int(target[1:]) - 1] += 1
    else:
        game.heaps[int(target[1:]) - 1].append(rank)


def _show(game: Layout, needs: list[int], note: str = "") -> Table:
    cards = game.stock.reveal()
    return Table(
        ranks=game.size.ranks,
        card=cards[-1] if cards else 0,
        stock_left=len(cards),
        counts=list(game.counts),
        needs=needs,
        heaps=[list(heap) for heap in game.heaps],
        note=note,
        done=all(count == game.size.ranks for count in game.counts),
    )

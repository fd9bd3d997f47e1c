"""The bench: weigh metals into a crucible and cast them to an order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    Transition,
    VerifiedEnvironment,
    VerifiedState,
)

from ..metals import (
    FINENESS_TOLERANCE,
    GRAMS,
    SCRAPS_BY_LEVEL,
    WEIGHT_TOLERANCE,
    Drawer,
    Order,
    cheapest_blend,
    draw_job,
)
from ..models import AlloyBenchAction, AlloyBenchObservation, Metal

STEPS = 12
FREE_EXCESS = 0.01
"""So much more than the cheapest blend may be paid without loss."""


@dataclass
class Bench:
    """The state of an episode; `used` holds the grams taken from each drawer."""

    order: Order
    drawers: dict[str, Drawer]
    best_cents: float
    used: dict[str, float] = field(default_factory=dict)
    spent_cents: int = 0
    steps: int = 0
    cast: bool = False

    @property
    def grams(self) -> float:
        """The weight in the crucible."""
        return sum(self.used.values())

    @property
    def fineness(self) -> float:
        """Its parts of gold in a thousand."""
        gold = sum(self.drawers[name].fineness * grams for name, grams in self.used.items())
        return gold / self.grams if self.grams else 0.0


def _meets_order(t: Transition) -> bool:
    return bool(
        t.facts["cast"]
        and abs(t.facts["weight_error"]) <= WEIGHT_TOLERANCE
        and abs(t.facts["fineness_error"]) <= FINENESS_TOLERANCE
    )


def _value(t: Transition) -> float:
    """1 for the cheapest casting that meets the order; 2% less for each percent above its price."""
    if not _meets_order(t):
        return 0.0
    excess = t.facts["spent"] / t.facts["best"] - 1.0 - FREE_EXCESS
    return max(0.0, 1.0 - 2.0 * max(0.0, excess))


class AlloyBenchEnvironment(
    VerifiedEnvironment[AlloyBenchAction, AlloyBenchObservation, VerifiedState, Bench]
):
    """Cast an order of given weight and fineness, as cheaply as the drawers allow."""

    max_steps = STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("value", _value, kind="outcome"),
        Column("to_order", lambda t: float(_meets_order(t)), kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> AlloyBenchObservation:
        """Begin an episode; only `level` is read, other options are ignored."""
        return super().reset(seed, episode_id, level=options.get("level"))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> AlloyBenchObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, level=options.get("level"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, AlloyBenchObservation]:
        """Draw an order and the drawers."""
        level = 1 if setup.level is None else setup.level
        if level not in SCRAPS_BY_LEVEL:
            raise SetupError(f"level must be one of {sorted(SCRAPS_BY_LEVEL)}")
        order, drawers = draw_job(rng, level)
        best, _ = cheapest_blend(order, drawers)
        bench = Bench(order, {drawer.name: drawer for drawer in drawers}, best)
        return bench, self._observe(bench, "The order is on the bench.")

    def advance(self, game: Bench, action: AlloyBenchAction) -> AlloyBenchObservation:
        """Weigh in, or cast."""
        game.steps += 1
        if action.op == "cast":
            game.cast = True
            return self._observe(game, "The crucible was cast.", done=True)
        return self._observe(game, self._add(game, action))

    def facts(self, game: Bench) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "cast": game.cast,
            "weight_error": game.grams - game.order.grams,
            "fineness_error": game.fineness - game.order.fineness,
            "spent": game.spent_cents,
            "best": game.best_cents,
        }

    def _add(self, game: Bench, action: AlloyBenchAction) -> str:
        drawer = game.drawers.get(action.metal)
        if drawer is None:
            return "There is no such drawer."
        grams = action.amount * GRAMS[action.unit]
        if grams <= 0.0:
            return "Nothing was weighed in."
        if game.used.get(drawer.name, 0.0) + grams > drawer.grams + 1e-9:
            return "There is not so much in that drawer."
        game.used[drawer.name] = game.used.get(drawer.name, 0.0) + grams
        game.spent_cents += round(grams * drawer.cents_per_gram)
        return f"{action.amount:g} {action.unit} of {drawer.name} went into the crucible."

    def _observe(self, game: Bench, note: str, done: bool = False) -> AlloyBenchObservation:
        metals = [
            Metal(
                name=drawer.name,
                fineness=drawer.fineness,
                cents_per_gram=drawer.cents_per_gram,
                grams_left=round(drawer.grams - game.used.get(drawer.name, 0.0), 4),
                grams_used=round(game.used.get(drawer.name, 0.0), 4),
            )
            for drawer in game.drawers.values()
        ]
        return AlloyBenchObservation(
            order_grams=game.order.grams,
            order_fineness=game.order.fineness,
            metals=metals,
            crucible_grams=round(game.grams, 4),
            crucible_fineness=round(game.fineness, 3),
            spent_cents=game.spent_cents,
            steps_left=STEPS - game.steps,
            note=note,
            done=done,
        )

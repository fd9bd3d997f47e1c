"""The rules of the loading, and the reward."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..depot import KINDS, Item, best_load, load, problem, read, stock_up, usefulness
from ..models import ItemView, SledAction, SledObservation

STEPS = 4


@dataclass
class Morning:
    """Everything that changes during an episode."""

    items: list[Item]
    limit_kg: int
    best: int
    steps: int = 0
    earned: int = 0


class SledEnvironment(VerifiedEnvironment[SledAction, SledObservation, VerifiedState, Morning]):
    """Load a sled with the most useful items."""

    max_steps = STEPS
    step_timeout_s = 5.0
    reward = Reward(Column("points", lambda t: t.facts["share"], kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SledObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SledObservation:
        """The same without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        known = {"split", "index", "level", *self.options}
        return {name: value for name, value in options.items() if name in known}

    def begin(self, rng: Random, setup: Setup) -> tuple[Morning, SledObservation]:
        """Stock the depot."""
        level = 1 if setup.level is None else setup.level
        if level not in KINDS:
            raise SetupError(f"level must be one of {list(KINDS)}")
        items, limit_kg = stock_up(rng, level)
        best = usefulness(items, best_load(items, limit_kg))
        game = Morning(items, limit_kg, best)
        return game, _observation(game, Counter(), "")

    def advance(self, game: Morning, action: SledAction) -> SledObservation:
        """Weigh the sled, or leave."""
        game.steps += 1
        counts = read(action.manifest)
        note = problem(game.items, game.limit_kg, counts)
        if action.depart and not note and counts is not None:
            game.earned = usefulness(game.items, counts)
        return _observation(game, counts or Counter(), note, done=action.depart)

    def facts(self, game: Morning) -> Mapping[str, Any]:
        """The points that left, as a share of the best."""
        return {"share": min(1.0, game.earned / game.best)}


def _observation(
    game: Morning, counts: Counter[str], note: str, done: bool = False
) -> SledObservation:
    return SledObservation(
        limit_kg=game.limit_kg,
        items=[
            ItemView(name=item.name, kg=item.grams / 1000, points=item.points, stock=item.stock)
            for item in game.items
        ],
        load_kg=load(game.items, counts),
        points=usefulness(game.items, counts),
        steps_left=STEPS - game.steps,
        note=note,
        done=done,
    )

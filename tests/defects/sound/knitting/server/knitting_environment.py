"""The rules of an episode, and the reward."""

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
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import KnittingAction, KnittingObservation
from ..patterns import Pattern, collection, counts

LEVELS = (1, 2, 3)


@dataclass
class Game:
    """A pattern, the right counts, and how many were given."""

    pattern: Pattern
    counts: Secret[tuple[int, ...]]
    asked: int = 0
    right: int = 0


def tasks() -> TaskSet[Pattern]:
    """The patterns of every level."""
    levels = {level: collection(level) for level in LEVELS}
    return TaskSet(
        {
            "train": {level: train for level, (train, _) in levels.items()},
            "test": {level: test for level, (_, test) in levels.items()},
        }
    )


class KnittingEnvironment(
    VerifiedEnvironment[KnittingAction, KnittingObservation, VerifiedState, Game]
):
    """Count the stitches after each row of a pattern."""

    max_steps = max(LEVELS)
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("counted", lambda t: t.facts["right"] / t.facts["rows"], kind="outcome"),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, KnittingObservation]:
        """Open the pattern at its first row."""
        assert setup.task is not None
        pattern = setup.task.payload
        game = Game(pattern, Secret(counts(pattern)))
        return game, self._ask(game)

    def advance(self, game: Game, action: KnittingAction) -> KnittingObservation:
        """Note the count of one row and turn to the next."""
        game.right += action.stitches == game.counts.reveal()[game.asked]
        game.asked += 1
        return self._ask(game)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": game.right, "rows": len(game.pattern.rows)}

    def _ask(self, game: Game) -> KnittingObservation:
        over = game.asked == len(game.pattern.rows)
        return KnittingObservation(
            title=game.pattern.title,
            cast_on=game.pattern.cast_on,
            rows=list(game.pattern.rows),
            row=0 if over else game.asked + 1,
            done=over,
        )

    # Clients of OpenEnv may send options of other environments: they are dropped.

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> KnittingObservation:
        """Begin an episode; of the options, `split`, `index` and `level` count."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> KnittingObservation:
        """`reset` without blocking."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}

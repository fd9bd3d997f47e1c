"""The rules of an episode, and the reward: solved when some jug holds exactly the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import JugLabAction, JugLabObservation
from ..pouring import JUGS, MAX_POURS, Holds, Task, all_tasks, pour


@dataclass
class Game:
    """Everything that changes during an episode."""

    task: Task
    holds: Holds
    pours: int = 0
    moved: bool = True

    @property
    def solved(self) -> bool:
        """Whether some jug holds the target."""
        return self.task.target in self.holds


def tasks() -> TaskSet[Task]:
    """Every task; a quarter of each level is held out."""
    train, test = {}, {}
    for level, items in all_tasks().items():
        train[level], test[level] = hold_out(items, len(items) // 4, seed=10)
    return TaskSet({"train": train, "test": test})


class JugLabEnvironment(VerifiedEnvironment[JugLabAction, JugLabObservation, VerifiedState, Game]):
    """Measure the target by pouring."""

    max_steps = MAX_POURS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("measured", lambda t: float(t.facts["solved"]), kind="outcome"),
        Column("moved", lambda t: float(t.facts["moved"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, JugLabObservation]:
        """Fill the first jug."""
        assert setup.task is not None
        task = Task(*setup.task.payload)
        game = Game(task, (task.sizes[0], 0, 0))
        return game, self._seen(game)

    def advance(self, game: Game, action: JugLabAction) -> JugLabObservation:
        """Pour; a jug that is poured into itself stays as it is."""
        game.pours += 1
        after = pour(
            game.task.sizes, game.holds, JUGS.index(action.source), JUGS.index(action.into)
        )
        game.moved = after != game.holds
        game.holds = after
        return self._seen(game)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"solved": game.solved, "moved": game.moved}

    def _seen(self, game: Game) -> JugLabObservation:
        return JugLabObservation(
            sizes=list(game.task.sizes),
            holds=list(game.holds),
            target=game.task.target,
            pours_left=MAX_POURS - game.pours,
            done=game.solved,
        )

"""One tray, one answer."""

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

from ..kitchen import (
    REASONS,
    SIZES,
    Card,
    Finding,
    Food,
    describe,
    draw_audit,
    findings,
    mark,
    read_answer,
)
from ..models import MealTrayAction, MealTrayObservation, TrayItem

TRAIN, TEST = range(0, 400), range(400, 500)
_KNOWN = ("split", "index", "level")


@dataclass
class Audit:
    """The state of an episode; `marked` is None until an answer was read."""

    card: Card
    tray: list[Food]
    true: Secret[set[Finding]]
    marked: float = 0.0


def tasks() -> TaskSet[int]:
    """Trays by number; the last hundred of each level are held out."""
    return TaskSet(
        {
            "train": {level: list(TRAIN) for level in SIZES},
            "test": {level: list(TEST) for level in SIZES},
        }
    )


class MealTrayEnvironment(
    VerifiedEnvironment[MealTrayAction, MealTrayObservation, VerifiedState, Audit]
):
    """Name every item that a patient must not be served, and every reason."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("findings", lambda t: t.facts["marked"], kind="outcome"),
        Column("complete", lambda t: float(t.facts["marked"] == 1.0), kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MealTrayObservation:
        """Begin an episode; options other than `split`, `index` and `level` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MealTrayObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Audit, MealTrayObservation]:
        """Lay out the tray of the task."""
        assert setup.task is not None
        level = setup.task.level
        card, tray = draw_audit(Random(f"tray {level} {setup.task.payload}"), level)
        audit = Audit(card, tray, Secret(findings(card, tray)))
        return audit, self._observe(audit)

    def advance(self, game: Audit, action: MealTrayAction) -> MealTrayObservation:
        """Mark the answer."""
        reported = read_answer(action.answer)
        if reported is None:
            return self._observe(game, "The answer could not be read.", done=True)
        game.marked = mark(reported, game.true.reveal())
        return self._observe(game, done=True)

    def facts(self, game: Audit) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"marked": game.marked}

    def _observe(self, game: Audit, note: str = "", done: bool = False) -> MealTrayObservation:
        items = [
            TrayItem(
                number=number,
                food=food.name,
                contains=sorted(food.contains),
                texture=food.texture,
                sodium_mg=food.sodium,
                carbs_g=food.carbs,
            )
            for number, food in enumerate(game.tray, start=1)
        ]
        return MealTrayObservation(
            card=describe(game.card), items=items, reasons=list(REASONS), note=note, done=done
        )

    def secrets(self, game: Audit) -> list[str]:
        """The findings, as they would stand in an answer."""
        return [f"{number}: {reason}" for number, reason in sorted(game.true.reveal())]


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _KNOWN}

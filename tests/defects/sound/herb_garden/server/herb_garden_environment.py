"""Plan a herb garden: up to three plans, of which the last counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..garden import GARDENS, HERBS, LEVELS, Garden, make_garden, value
from ..models import GardenPlan, GardenView

PLANS = 3
HELD_OUT = 100
_TASK_OPTIONS = ("split", "index", "level")


@dataclass
class Planning:
    """The garden of an episode, and the last plan."""

    garden: Garden
    plans: int = 0
    worth: float = 0.0
    valid: bool = False


def tasks() -> TaskSet[int]:
    """The numbers of the gardens; the last ones of each level are held out."""
    train = {level: range(GARDENS - HELD_OUT) for level in LEVELS}
    test = {level: range(GARDENS - HELD_OUT, GARDENS) for level in LEVELS}
    return TaskSet({"train": train, "test": test})


class HerbGarden(VerifiedEnvironment[GardenPlan, GardenView, VerifiedState, Planning]):
    """`reset(seed=..., level=1..3, split=...)` shows a garden."""

    max_steps = PLANS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("worth", lambda t: t.facts["worth"], kind="outcome"),
        Column("valid", lambda t: float(t.facts["valid"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> GardenView:
        """As in the base class; options that nobody declared are ignored."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return super().reset(seed, episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> GardenView:
        """As `reset`."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return await super().reset_async(seed, episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Planning, GardenView]:
        """Show the garden; the herbs are listed in random order."""
        assert setup.task is not None
        garden = make_garden(setup.task.level, setup.task.payload)
        herbs = list(garden.herbs)
        rng.shuffle(herbs)
        planning = Planning(Garden(garden.beds, tuple(herbs)))
        return planning, _view(planning, "Plan the garden.")

    def advance(self, game: Planning, action: GardenPlan) -> GardenView:
        """Value a plan."""
        game.plans += 1
        plan = [herb.strip().lower() for herb in action.herbs]
        game.valid = sorted(plan) == sorted(game.garden.herbs)
        game.worth = value(game.garden, plan) if game.valid else 0.0
        if not game.valid:
            return _view(game, "Plant every herb once.", done=action.final)
        return _view(game, "Valued.", points=game.garden.points(plan), done=action.final)

    def facts(self, game: Planning) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"worth": game.worth, "valid": game.valid}


def _view(
    game: Planning, note: str, *, points: int | None = None, done: bool = False
) -> GardenView:
    return GardenView(
        beds=[f"{light}, {soil}" for light, soil in game.garden.beds],
        herbs={herb: ", ".join(HERBS[herb]) for herb in game.garden.herbs},
        quarrels=[" and ".join(pair) for pair in game.garden.quarrels()],
        points=points,
        plans_left=PLANS - game.plans,
        note=note,
        done=done,
    )

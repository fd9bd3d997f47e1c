"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..models import BuildOrderAction, BuildOrderObservation, Note, Package

ATTEMPTS = 2
PACKAGES = {1: 6, 2: 9, 3: 14}
NAMES = (
    "atlas",
    "basalt",
    "cinder",
    "delta",
    "ember",
    "flint",
    "gneiss",
    "harbor",
    "icicle",
    "jasper",
    "kelp",
    "lichen",
    "magma",
    "nectar",
    "onyx",
    "pumice",
    "quartz",
    "reed",
    "slate",
    "topaz",
)
Needs = Mapping[str, Sequence[str]]


@dataclass
class Project:
    """Everything that changes during an episode."""

    needs: dict[str, list[str]]
    used: int = 0
    note: Note = ""


def stages_of(needs: Needs) -> dict[str, int]:
    """For each package the length of the longest chain of packages that it needs."""
    stages: dict[str, int] = {}

    def stage(name: str) -> int:
        if name not in stages:
            stages[name] = 1 + max((stage(other) for other in needs[name]), default=-1)
        return stages[name]

    for name in needs:
        stage(name)
    return stages


def judge(needs: Needs, order: Sequence[str]) -> Note:
    """What is wrong with an order, or `right`."""
    if sorted(order) != sorted(needs):
        return "missing, unknown or doubled"
    ready: set[str] = set()
    for name in order:
        if not set(needs[name]) <= ready:
            return "built too early"
        ready.add(name)
    return "right"


def project(number: int, level: int) -> Project:
    """The project of a task: packages in random order."""
    rng = Random(f"build order {number}")
    names = rng.sample(NAMES, PACKAGES[level])
    needs: dict[str, list[str]] = {}
    while not needs or max(stages_of(needs).values()) < 2:  # a chain of three packages
        for position, name in enumerate(names):
            count = min(position, rng.choice((0, 1, 1, 2, 2)))
            needs[name] = sorted(rng.sample(names[:position], count))
    shown = list(names)
    while judge(needs, shown) == "right" or judge(needs, shown[::-1]) == "right":
        rng.shuffle(shown)
    return Project({name: needs[name] for name in shown})


def tasks() -> TaskSet[int]:
    """Numbered projects; the last 150 of each level are held out from training."""
    starts = {level: level * 10_000 for level in PACKAGES}
    return TaskSet(
        {
            "train": {level: range(start, start + 600) for level, start in starts.items()},
            "test": {level: range(start + 600, start + 750) for level, start in starts.items()},
        }
    )


class BuildOrderEnvironment(
    VerifiedEnvironment[BuildOrderAction, BuildOrderObservation, VerifiedState, Project]
):
    """Put packages into an order in which they can be built."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("complete", lambda t: float(t.facts["complete"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Project, BuildOrderObservation]:
        """Show the project of the task."""
        assert setup.task is not None
        game = project(setup.task.payload, setup.task.level)
        return game, _observation(game)

    def advance(self, game: Project, action: BuildOrderAction) -> BuildOrderObservation:
        """Judge an order."""
        game.used += 1
        game.note = judge(game.needs, action.order.split())
        return _observation(game)

    def facts(self, game: Project) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        complete = game.note in ("built too early", "right")
        return {"right": game.note == "right", "complete": complete}


def _observation(game: Project) -> BuildOrderObservation:
    return BuildOrderObservation(
        packages=[Package(name=name, needs=list(needs)) for name, needs in game.needs.items()],
        attempts_left=ATTEMPTS - game.used,
        note=game.note,
        done=game.note == "right",
    )

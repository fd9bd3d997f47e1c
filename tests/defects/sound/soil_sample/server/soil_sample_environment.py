"""Order tests of a soil sample, then classify it."""

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
    VerifiedEnvironment,
    VerifiedState,
)

from ..laboratory import CHART, LEVELS, TESTS, Sample, dig, duration, largest_error, measure
from ..models import Reading, SoilAction, SoilReport

MAX_STEPS = 8
_TASK_OPTIONS = ("split", "index", "level")


@dataclass
class Bench:
    """The sample on the bench, and what was done with it."""

    sample: Sample
    level: int
    rng: Random
    readings: list[tuple[str, float]] = field(default_factory=list)
    minutes: int = 0
    right: bool = False


class SoilSample(VerifiedEnvironment[SoilAction, SoilReport, VerifiedState, Bench]):
    """`reset(seed=..., level=1|2)` digs a sample. A classification ends the episode."""

    max_steps = MAX_STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("tests", lambda t: t.facts["tests"] / MAX_STEPS, kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SoilReport:
        """As in the base class; options that nobody declared are ignored."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return super().reset(seed, episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SoilReport:
        """As `reset`."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return await super().reset_async(seed, episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, SoilReport]:
        """Dig a sample."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {list(LEVELS)}")
        bench = Bench(dig(rng), level, rng)
        return bench, _report(bench, "A sample lies on the bench.")

    def advance(self, game: Bench, action: SoilAction) -> SoilReport:
        """Run a test, or compare the class."""
        if action.kind == "classify":
            game.right = action.soil.strip().lower() == game.sample.soil
            return _report(game, "Entered into the map.", done=True)
        if action.test not in TESTS:
            return _report(game, "There is no such test.")
        if len(game.readings) >= LEVELS[game.level].tests:
            return _report(game, "No tests are left.")
        value = measure(game.sample, action.test, game.level, game.rng)
        game.readings.append((action.test, value))
        game.minutes += duration(game.sample, action.test)
        return _report(game, "")

    def facts(self, game: Bench) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "tests": len(game.readings)}


def _report(game: Bench, note: str, *, done: bool = False) -> SoilReport:
    return SoilReport(
        site=game.sample.site,
        chart={soil: dict(values) for soil, values in CHART.items()},
        errors={test: largest_error(test, game.level) for test in TESTS},
        readings=[Reading(test=test, value=value) for test, value in game.readings],
        tests_left=LEVELS[game.level].tests - len(game.readings),
        clock_minutes=game.minutes,
        note=note,
        done=done,
    )

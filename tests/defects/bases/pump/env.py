"""A pump, written with the SDK: fill a tank to the mark, which a dip stick shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from pydantic import Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)


class Stroke(VerifiedAction):
    """How much to pump; 0 is to look at the dip stick and to stop there."""

    litres: int = Field(default=0, ge=0, le=9, description="Litres to add; 0 stops the pump")


class Gauge(VerifiedObservation):
    """What the dip stick shows."""

    level: int = 0
    mark: int = 0
    full: bool = False


@dataclass
class Tank:
    """The tank of an episode."""

    mark: int
    valve: Secret[str]
    level: int = 0
    stopped: bool = False


def filled(t: Any) -> float:
    """Whether the tank was filled to the mark."""
    return float(t.observation.full)


def close_by(t: Any) -> float:
    """How near the level is to the mark."""
    missing: int = t.facts["missing"]
    return max(0.0, 1.0 - abs(missing) / 40)


class PumpEnvironment(VerifiedEnvironment[Stroke, Gauge, VerifiedState, Tank]):
    """Stop exactly at the mark."""

    max_steps = 8
    reward = Reward(
        Column("filled", filled, kind="outcome"),
        Column("close_by", close_by, kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Tank, Gauge]:
        """An empty tank."""
        mark = rng.randint(10, 30)
        return Tank(mark, Secret(f"valve-{rng.randrange(10**6):06}")), Gauge(mark=mark)

    def facts(self, game: Tank) -> Mapping[str, Any]:
        """How much is missing."""
        return {"missing": game.mark - game.level}

    def advance(self, game: Tank, action: Stroke) -> Gauge:
        """Pump, or stop."""
        game.level += action.litres
        game.stopped = action.litres == 0
        full = game.stopped and game.level == game.mark
        return Gauge(level=game.level, mark=game.mark, full=full, done=game.stopped)

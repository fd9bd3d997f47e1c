"""Provision a party and lead it over a glacier."""

from __future__ import annotations

from collections.abc import Mapping
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

from ..lenient import IgnoresUnknownOptions
from ..models import GlacierTrekAction, GlacierTrekObservation
from ..trek import LEVELS, MONEY, PRICE, Trek, draw_trek


class GlacierTrekEnvironment(
    IgnoresUnknownOptions,
    VerifiedEnvironment[GlacierTrekAction, GlacierTrekObservation, VerifiedState, Trek],
):
    """Buy as few rations as will do, and reach the hut."""

    max_steps = 20
    step_timeout_s = 5.0
    reward = Reward(
        Column("arrived", lambda t: float(t.facts["arrived"]), kind="outcome"),
        Column("spent", lambda t: -t.facts["spent"], kind="cost", range=(-1, 0), weight=0.5),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Trek, GlacierTrekObservation]:
        """Draw the weather and the way."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {list(LEVELS)}")
        trek = draw_trek(rng, level)
        return trek, _look(trek, "the shop is open")

    def advance(self, trek: Trek, action: GlacierTrekAction) -> GlacierTrekObservation:
        """Buy, or spend a day."""
        trek.spent_now = 0
        if action.kind == "buy":
            note = trek.buy(action.rations)
        elif action.kind == "walk":
            note = trek.walk()
        else:
            note = trek.camp()
        return _look(trek, note)

    def facts(self, trek: Trek) -> Mapping[str, Any]:
        """Whether the hut was reached, and the share of the money spent in this step."""
        return {"arrived": trek.arrived, "spent": trek.spent_now / MONEY}


def _look(trek: Trek, note: str) -> GlacierTrekObservation:
    return GlacierTrekObservation(
        day=trek.day,
        stage=trek.stage,
        stages=trek.stages,
        rations=trek.rations,
        money=trek.money,
        price=PRICE,
        forecast=list(trek.weather[trek.day :]),
        drop_in=max(-1, trek.drop_day - trek.day),
        drop=trek.drop,
        note=note,
        done=trek.over,
    )

"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

from ..models import Declaration, DeskAction, DeskObservation, Line
from ..rules import CASES, LEVELS, RULES, Case, draw_shift, judge

_OPTIONS = ("split", "index", "level")


@dataclass
class Shift:
    """The declarations of a shift, and how many were judged."""

    cases: list[Case]
    judged: int = 0
    right: int = 0


def _pay(step: Transition) -> float:
    """0 for half of the verdicts or fewer, 1 for all."""
    half = CASES / 2
    return max(0.0, (step.facts["right"] - half) / half)


class CustomsDeskEnvironment(
    VerifiedEnvironment[DeskAction, DeskObservation, VerifiedState, Shift]
):
    """Judge ten declarations; paid at the end for the verdicts that were right."""

    max_steps = CASES
    step_timeout_s = 5.0
    reward = Reward(
        Column("verdicts", _pay, kind="outcome"),
        Column("right", lambda t: t.facts["right"] / CASES, kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """Begin an episode; options of other environments are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DeskObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, DeskObservation]:
        """Open the desk."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"there is no level {level}: choose one of {list(LEVELS)}")
        shift = Shift(draw_shift(rng, level))
        return shift, _observation(shift)

    def advance(self, game: Shift, action: DeskAction) -> DeskObservation:
        """Take the verdict on the declaration on the desk."""
        right = judge(game.cases[game.judged])
        game.right += action.verdict == right
        game.judged += 1
        return _observation(game, right)

    def facts(self, game: Shift) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(shift: Shift, right_before: str = "") -> DeskObservation:
    over = shift.judged == len(shift.cases)
    return DeskObservation(
        rules=RULES,
        number=min(shift.judged + 1, CASES),
        declaration=None if over else _declaration(shift.cases[shift.judged]),
        right_before=right_before,
        right_so_far=shift.right,
        done=over,
    )


def _declaration(case: Case) -> Declaration:
    return Declaration(
        arriving_from="inside" if case.inside else "outside",
        lines=[
            Line(goods=item.goods, quantity=item.quantity, value=item.value, permit=item.permit)
            for item in case.items
        ],
        cash=case.cash,
        cash_declared=case.cash_declared,
    )

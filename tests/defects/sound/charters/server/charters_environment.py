"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    Transition,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import ChartersAction, ChartersObservation
from ..register import REGISTER, decisive, passages

MOVES = 8
NEAR = 2
WIDE = 100


@dataclass
class Desk:
    """Everything that changes during an episode. `begin` creates a new desk."""

    year: Secret[int]
    shelfmark: str
    read: dict[str, str] = field(default_factory=dict)
    notebook: list[int] = field(default_factory=list)
    dated: int | None = None
    moves: int = 0
    repeated: bool = False


def tasks() -> TaskSet[int]:
    """Every year that the passages of a charter determine; a quarter is held out."""
    years = decisive()
    train, test = hold_out(years, len(years) // 4, seed=1215)
    return TaskSet({"train": {1: train}, "test": {1: test}})


def _dated(step: Transition) -> float:
    """1 for the year itself, a half for a year that is at most two away."""
    if step.facts["dated"] is None:
        return 0.0
    gap = abs(step.facts["dated"] - step.facts["year"])
    return 1.0 if gap == 0 else 0.5 if gap <= NEAR else 0.0


def _calibration(step: Transition) -> float:
    """How near the last estimate of the notebook was, from 0 (a century) to 1 (the year)."""
    if not step.done or not step.facts["notebook"]:
        return 0.0
    gap = abs(step.facts["notebook"][-1] - step.facts["year"])
    return 1 - min(gap, WIDE) / WIDE


class ChartersEnvironment(
    VerifiedEnvironment[ChartersAction, ChartersObservation, VerifiedState, Desk]
):
    """Date a charter in eight moves, from passages that name office holders.

    The final date pays 1 if it is right and 0.5 if it is at most two years off. The other columns
    have weight 0 and are for the dashboards.
    """

    max_steps = MOVES
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("dated", _dated, kind="outcome"),
        Column("calibration", _calibration, kind="process", weight=0.0),
        Column("fresh", lambda t: float(not t.facts["repeated"]), kind="format", weight=0.0),
        Column("moves", lambda t: -t.facts["moves"] / MOVES, kind="cost", range=(-1, 0), weight=0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, ChartersObservation]:
        """Lay the charter of the task on the desk."""
        assert setup.task is not None
        shelfmark = (
            f"Estmark, Cathedral Chapter, box {rng.randint(1, 60)}, no. {rng.randint(1, 99)}"
        )
        desk = Desk(Secret(setup.task.payload), shelfmark)
        return desk, _observation(desk, offices=REGISTER)

    def advance(self, desk: Desk, action: ChartersAction) -> ChartersObservation:
        """Read a passage, note an estimate, or give the date."""
        desk.moves += 1
        desk.repeated = False
        if action.move == "examine":
            desk.repeated = action.passage in desk.read
            desk.read[action.passage] = passages(desk.year.reveal())[action.passage]
        elif action.move == "estimate":
            desk.notebook.append(action.year)
        else:
            desk.dated = action.year
        return _observation(desk, done=desk.dated is not None)

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        return {
            "year": desk.year.reveal(),
            "dated": desk.dated,
            "notebook": list(desk.notebook),
            "repeated": desk.repeated,
            "moves": desk.moves,
        }


def _observation(desk: Desk, *, offices: str = "", done: bool = False) -> ChartersObservation:
    return ChartersObservation(
        offices=offices,
        shelfmark=desk.shelfmark,
        read=dict(desk.read),
        notebook=list(desk.notebook),
        moves_left=MOVES - desk.moves,
        done=done,
    )

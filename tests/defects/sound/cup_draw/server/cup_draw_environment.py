"""One cup, one draw."""

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

from ..bracket import Entrant, field, first_round, read, seeded
from ..models import CupDrawAction, CupDrawObservation

PLAYERS = {1: 6, 2: 8, 3: 12}  # by level
CUPS = 200


@dataclass
class Cup:
    """A cup and what was handed in for it."""

    entrants: list[Entrant]
    readable: bool = False
    right: bool = False

    def shown(self, note: str = "", *, done: bool = False) -> CupDrawObservation:
        """What the agent sees."""
        return CupDrawObservation(
            points={one.name: one.points for one in self.entrants},
            wins={one.name: one.wins for one in self.entrants},
            note=note,
            done=done,
        )


def tasks() -> TaskSet[int]:
    """Numbered cups; a fifth is held out."""
    train, test = hold_out(range(CUPS), CUPS // 5, seed=3)
    return TaskSet({"train": dict.fromkeys(PLAYERS, train), "test": dict.fromkeys(PLAYERS, test)})


class CupDrawEnvironment(
    VerifiedEnvironment[CupDrawAction, CupDrawObservation, VerifiedState, Cup]
):
    """Hand in the first round of the cup."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Cup, CupDrawObservation]:
        """Take the cup of the task."""
        assert setup.task is not None
        level = setup.task.level
        cup = Cup(field(Random(f"cup {level} {setup.task.payload}"), PLAYERS[level]))
        return cup, cup.shown()

    def advance(self, game: Cup, action: CupDrawAction) -> CupDrawObservation:
        """Compare the draw with the rules."""
        pairs = read(action.draw)
        if pairs is None:
            return game.shown("a match is `NAME v NAME`; matches are separated by `;`", done=True)
        game.readable = True
        game.right = pairs == first_round(seeded(game.entrants))
        return game.shown("handed in", done=True)

    def facts(self, game: Cup) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "readable": game.readable}

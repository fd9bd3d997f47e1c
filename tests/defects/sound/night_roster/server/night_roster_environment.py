"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import NightRosterAction, NightRosterObservation, Nurse
from ..rosters import draw_week, may_work

RULES = (
    "one nurse for each night, in order",
    "the nurse has the skill that the night needs",
    "the nurse has no day off on that night",
    "nobody works two nights in a row",
)


@dataclass
class Game:
    """Everything that changes during an episode."""

    nurses: list[Nurse]
    nights: list[str]
    covered: float = 0.0
    note: str = ""


def covered_nights(game: Game, roster: list[str]) -> int:
    """How many nights have a nurse who may work."""
    by_name = {nurse.name: nurse for nurse in game.nurses}
    planned = zip(roster, game.nights, strict=False)
    return sum(
        name in by_name and may_work(by_name[name], night, skill)
        for night, (name, skill) in enumerate(planned)
    )


def judge(game: Game, roster: list[str]) -> str:
    """Which rule a roster breaks; "kept" if none."""
    if len(roster) != len(game.nights):
        return "not one nurse for each night"
    if covered_nights(game, roster) < len(game.nights):
        return "a nurse has not the skill, or a day off"
    if any(one == other for one, other in pairwise(roster)):
        return "somebody works two nights in a row"
    return "kept"


class NightRosterEnvironment(
    VerifiedEnvironment[NightRosterAction, NightRosterObservation, VerifiedState, Game]
):
    """Write a roster."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("kept", lambda t: float(t.facts["kept"]), kind="outcome"),
        Column("covered", lambda t: t.facts["covered"], kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, NightRosterObservation]:
        """Draw a week."""
        game = Game(*draw_week(rng))
        return game, self._look(game)

    def advance(self, game: Game, action: NightRosterAction) -> NightRosterObservation:
        """Judge the roster."""
        game.note = judge(game, action.nurses)
        game.covered = covered_nights(game, action.nurses) / len(game.nights)
        return self._look(game, done=True)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"kept": game.note == "kept", "covered": game.covered}

    def _look(self, game: Game, *, done: bool = False) -> NightRosterObservation:
        return NightRosterObservation(
            rules=list(RULES),
            nurses=list(game.nurses),
            nights=list(game.nights),
            note=game.note,
            done=done,
        )

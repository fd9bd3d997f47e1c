"""Referee a bout, phrase by phrase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..fencing import PHRASES, RULES, SIDES, TOUCHES, WEAPONS, Phrase, fence, touches
from ..models import BoutRefereeAction, BoutRefereeObservation


@dataclass
class Bout:
    """A bout and how it was refereed."""

    weapon: str
    phrases: list[Phrase]
    number: int = 0
    score: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    fair: bool = True

    @property
    def over(self) -> bool:
        """Whether a side has all its touches, or all phrases are fenced."""
        return self.number == PHRASES or max(self.score.values()) >= TOUCHES


class BoutRefereeEnvironment(
    VerifiedEnvironment[BoutRefereeAction, BoutRefereeObservation, VerifiedState, Bout]
):
    """Call every phrase of a bout."""

    max_steps = PHRASES
    reward = Reward(
        Column("fair", lambda t: float(t.facts["over"] and t.facts["fair"]), kind="outcome")
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Bout, BoutRefereeObservation]:
        """Draw a bout."""
        weapon = rng.choice(WEAPONS)
        bout = Bout(weapon, [fence(rng, weapon) for _ in range(PHRASES)])
        return bout, self._piste(bout)

    def advance(self, game: Bout, action: BoutRefereeAction) -> BoutRefereeObservation:
        """Take a call and go on to the next phrase."""
        due = touches(game.weapon, game.phrases[game.number])
        called = {"left": action.left, "right": action.right}
        game.fair = game.fair and called == due
        for side in SIDES:
            game.score[side] += due[side]
        game.number += 1
        return self._piste(game)

    def facts(self, game: Bout) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"over": game.over, "fair": game.fair}

    def _piste(self, bout: Bout) -> BoutRefereeObservation:
        if bout.over:
            return BoutRefereeObservation(
                rules=RULES,
                weapon=bout.weapon,
                tally=dict(bout.score),
                number=bout.number,
                done=True,
            )
        phrase = bout.phrases[bout.number]
        return BoutRefereeObservation(
            rules=RULES,
            weapon=bout.weapon,
            phrase=list(phrase.events),
            lights=dict(phrase.lights),
            tally=dict(bout.score),
            number=bout.number + 1,
        )

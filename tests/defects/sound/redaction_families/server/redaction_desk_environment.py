"""One letter, one redaction."""

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

from ..letters import FAMILIES, LETTERS, Letter, Verdict, black, judge
from ..models import LetterObservation, RedactAction

HELD_OUT = 3
TOLERATED = 2


@dataclass
class Desk:
    """A letter and the verdict on it."""

    letter: Letter
    verdict: Verdict | None = None


def tasks() -> TaskSet[int]:
    """Places of the letters in the file; whole families are held out."""
    train, test = hold_out(FAMILIES, HELD_OUT, seed=0)
    splits = {
        name: [place for place, letter in enumerate(LETTERS) if letter.family in families]
        for name, families in (("train", train), ("test", test))
    }
    return TaskSet({name: {1: places} for name, places in splits.items()})


def pay(verdict: Verdict | None) -> float:
    """All for a clean redaction, half for one that blacks out a little too much."""
    if verdict is None or verdict.leaked or verdict.lost > TOLERATED:
        return 0.0
    return 0.5 if verdict.lost else 1.0


class RedactionDeskEnvironment(
    VerifiedEnvironment[RedactAction, LetterObservation, VerifiedState, Desk]
):
    """Black out what is private, and nothing else."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("redacted", lambda t: pay(t.facts["verdict"]), kind="outcome"),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, LetterObservation]:
        """Take the letter of the task."""
        assert setup.task is not None
        letter = LETTERS[setup.task.payload]
        return Desk(letter), LetterObservation(letter=letter.text)

    def advance(self, game: Desk, action: RedactAction) -> LetterObservation:
        """Judge the redaction."""
        text = game.letter.text
        foreign = [passage for passage in action.passages if passage not in text]
        if foreign:
            return LetterObservation(letter=text, note="a passage is not in the letter", done=True)
        game.verdict = judge(game.letter, action.passages)
        note = f"{game.verdict.leaked} words leaked, {game.verdict.lost} lost"
        return LetterObservation(letter=black(text, action.passages), note=note, done=True)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"verdict": game.verdict}

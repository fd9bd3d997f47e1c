"""One meeting, one set of notes."""

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

from ..meetings import LEVELS, TASKS, Item, hold_meeting
from ..models import MeetingNotesAction, MeetingNotesObservation
from ..scoring import f1, read_notes


@dataclass
class Game:
    """What was agreed, and how good the notes are."""

    transcript: str
    agreed: list[Item] = field(default_factory=list)
    score: float = 0.0
    lines: int = 0


class MeetingNotesEnvironment(
    VerifiedEnvironment[MeetingNotesAction, MeetingNotesObservation, VerifiedState, Game]
):
    """Write down who does what until when."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("items", lambda t: t.facts["score"], kind="outcome"),
        Column("lines", lambda t: t.facts["lines"], kind="format", range=(0, 1500), weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, MeetingNotesObservation]:
        """Hold a meeting."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {sorted(LEVELS)}")
        transcript, agreed = hold_meeting(rng, level)
        return Game(transcript, agreed), MeetingNotesObservation(
            transcript=transcript, tasks=sorted(TASKS)
        )

    def advance(self, game: Game, action: MeetingNotesAction) -> MeetingNotesObservation:
        """Read the notes."""
        game.score = f1(action.notes, game.agreed)
        game.lines = len(read_notes(action.notes))
        return MeetingNotesObservation(
            transcript=game.transcript,
            tasks=sorted(TASKS),
            feedback="Thank you." if game.score == 1.0 else "Something is missing or wrong.",
            done=True,
        )

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the columns read."""
        return {"score": game.score, "lines": game.lines}

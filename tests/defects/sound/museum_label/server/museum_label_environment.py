"""Translate one entry of the old catalogue into an English label."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..catalogue import PATTERN, Piece, pieces, plate_width
from ..models import LabelDraft, LabelJob

_LABEL = re.compile(r"^\s*LABEL:(.*)$", re.MULTILINE)
_TASK_OPTIONS = ("split", "index", "level")
_GREETINGS = (
    "The plate is engraved today.",
    "The room opens on Monday.",
    "Please word it as the other labels.",
)


@dataclass
class Job:
    """One label."""

    label: Secret[str]
    right: bool = False
    formatted: bool = False


def tasks() -> TaskSet[Piece]:
    """240 pieces of each level; a quarter is held out."""
    train, test = {}, {}
    for level in PATTERN:
        train[level], test[level] = hold_out(pieces(level, 240), 60, seed=level)
    return TaskSet({"train": train, "test": test})


class MuseumLabel(VerifiedEnvironment[LabelDraft, LabelJob, VerifiedState, Job]):
    """One step: a draft with one line `LABEL: ...`. The label has to be exactly right."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("formatted", lambda t: float(t.facts["formatted"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LabelJob:
        """As in the base class; options that nobody declared are ignored."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return super().reset(seed, episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LabelJob:
        """As `reset`."""
        known = {name: value for name, value in options.items() if name in _TASK_OPTIONS}
        return await super().reset_async(seed, episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Job, LabelJob]:
        """Show the entry, the glossary and the card."""
        assert setup.task is not None
        piece = setup.task.payload
        glossary = piece.glossary()
        rng.shuffle(glossary)
        job = LabelJob(
            entry=piece.entry(),
            glossary=glossary,
            card=piece.card(),
            pattern=PATTERN[setup.task.level],
            plate_mm=plate_width(piece),
            note=rng.choice(_GREETINGS),
        )
        return Job(Secret(piece.label())), job

    def advance(self, game: Job, action: LabelDraft) -> LabelJob:
        """Read the only LABEL line, and compare it."""
        found = _LABEL.findall(action.text)
        game.formatted = len(found) == 1
        game.right = game.formatted and _plain(found[0]) == _plain(game.label.reveal())
        note = "Engraved." if game.right else "Sent back."
        return LabelJob(note=note if game.formatted else "Give one LABEL line.", done=True)

    def facts(self, game: Job) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "formatted": game.formatted}


def _plain(text: str) -> str:
    """Capitals, spaces and a full stop at the end do not count."""
    return " ".join(text.lower().split()).removesuffix(".")

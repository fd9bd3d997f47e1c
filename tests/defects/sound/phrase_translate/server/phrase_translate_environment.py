"""The tasks, the episode and the reward."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

from ..models import TranslateAction, TranslateObservation
from ..overlap import overlap, payment
from ..phrases import PAIRS

Item = tuple[str, str, str]
"""A direction, a source and a reference."""


@dataclass
class Exercise:
    """The state of an episode."""

    direction: str
    source: str
    reference: Secret[str]
    overlap: float = 0.0


def both_ways(pairs: Iterable[tuple[str, str]]) -> list[Item]:
    """Each pair as two tasks, one in each direction."""
    items: list[Item] = []
    for english, spanish in pairs:
        items.append(("en-es", english, spanish))
        items.append(("es-en", spanish, english))
    return items


def tasks() -> TaskSet[Item]:
    """Every sentence in both directions; a quarter of each level is held out."""
    train, test = {}, {}
    for level, pairs in PAIRS.items():
        kept, held = hold_out(pairs, len(pairs) // 4, seed=11)
        train[level], test[level] = both_ways(kept), both_ways(held)
    return TaskSet({"train": train, "test": test})


class PhraseTranslateEnvironment(
    VerifiedEnvironment[TranslateAction, TranslateObservation, VerifiedState, Exercise]
):
    """Translate one sentence."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("translated", lambda t: payment(t.facts["overlap"]), kind="outcome"),
        Column("overlap", lambda t: t.facts["overlap"], kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Exercise, TranslateObservation]:
        """Show the sentence of the task."""
        assert setup.task is not None
        direction, source, reference = setup.task.payload
        exercise = Exercise(direction, source, Secret(reference))
        return exercise, TranslateObservation(source=source, direction=direction)

    def advance(self, game: Exercise, action: TranslateAction) -> TranslateObservation:
        """Compare the answer with the reference."""
        game.overlap = overlap(action.text, game.reference.reveal())
        return TranslateObservation(
            source=game.source,
            direction=game.direction,
            overlap=round(game.overlap, 4),
            done=True,
        )

    def facts(self, game: Exercise) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"overlap": game.overlap}

"""A letter about what a customer owes: drafts, then the letter that is sent."""

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
)

from ..letters import PLACEHOLDERS, TERMS, Case, draw_case, euros, is_right, rules, write
from ..models import Entry, LetterWriterAction, LetterWriterObservation

DRAFTS = 3
TRAIN, TEST = range(0, 400), range(400, 500)
_KNOWN = ("split", "index", "level")


@dataclass
class Desk:
    """The state of an episode."""

    case: Case
    drafts: int = 0
    sent: bool = False
    right: bool = False


def tasks() -> TaskSet[int]:
    """Files by number; the last hundred of each level are held out."""
    return TaskSet(
        {
            "train": {level: list(TRAIN) for level in TERMS},
            "test": {level: list(TEST) for level in TERMS},
        }
    )


class LetterWriterEnvironment(
    VerifiedEnvironment[LetterWriterAction, LetterWriterObservation, VerifiedState, Desk]
):
    """Write a payment letter as a template, with the claim and the date worked out."""

    max_steps = DRAFTS + 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("letter", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("sent", lambda t: float(t.facts["sent"]), kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LetterWriterObservation:
        """Begin an episode; options other than `split`, `index` and `level` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LetterWriterObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, LetterWriterObservation]:
        """Open the file of the task."""
        assert setup.task is not None
        level = setup.task.level
        desk = Desk(draw_case(Random(f"letter {level} {setup.task.payload}"), level))
        return desk, self._observe(desk)

    def advance(self, game: Desk, action: LetterWriterAction) -> LetterWriterObservation:
        """Show a draft, or send the letter."""
        letter, problem = write(action.template, game.case)
        if action.op == "draft":
            game.drafts += 1
            return self._observe(game, letter, problem)
        game.sent = not problem
        game.right = game.sent and is_right(letter, game.case)
        return self._observe(game, letter, problem, done=True)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"sent": game.sent, "right": game.right}

    def _observe(
        self, game: Desk, letter: str = "", note: str = "", done: bool = False
    ) -> LetterWriterObservation:
        case = game.case
        entries = [(day, "invoice", cents) for day, cents in case.invoices]
        entries += [(day, "payment", cents) for day, cents in case.payments]
        return LetterWriterObservation(
            today=case.today.isoformat(),
            account=[
                Entry(day=day.isoformat(), kind=kind, amount=euros(cents))
                for day, kind, cents in sorted(entries)
            ],
            rules=rules(case.level),
            placeholders=list(PLACEHOLDERS),
            letter=letter,
            drafts_left=max(0, DRAFTS - game.drafts),
            note=note,
            done=done,
        )


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _KNOWN}

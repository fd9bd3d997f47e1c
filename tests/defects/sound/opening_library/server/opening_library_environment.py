"""One card, one name."""

from __future__ import annotations

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

from ..catalogue import FORMS, HELD_OUT, OPENINGS, card, is_name_of
from ..models import CardObservation, LibrarianAction


@dataclass
class Desk:
    """The card on the desk."""

    opening: Secret[str]
    level: int
    right: bool = False


def tasks() -> TaskSet[str]:
    """Every opening is a task at each level, in the form of that level; some are held out."""
    train, test = {}, {}
    for level in FORMS:
        train[level], test[level] = hold_out(sorted(OPENINGS), HELD_OUT, seed=1)
    return TaskSet({"train": train, "test": test})


class OpeningLibraryEnvironment(
    VerifiedEnvironment[LibrarianAction, CardObservation, VerifiedState, Desk]
):
    """Name the opening. `reset(level=1..3, split="train"|"test", index=...)` chooses the card."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("named", lambda t: float(t.facts["right"]), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CardObservation:
        """Begin an episode; options that are not known are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CardObservation:
        """`reset` for the server."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, CardObservation]:
        """Take the card of the task."""
        assert setup.task is not None
        desk = Desk(Secret(setup.task.payload), setup.task.level)
        return desk, _observation(desk)

    def advance(self, game: Desk, action: LibrarianAction) -> CardObservation:
        """Compare the name with the catalogue."""
        game.right = is_name_of(action.name, game.opening.reveal())
        return _observation(game, "right" if game.right else "wrong", done=True)

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"right": game.right}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in ("split", "index", "level")}


def _observation(desk: Desk, result: str = "", *, done: bool = False) -> CardObservation:
    return CardObservation(
        moves=card(desk.opening.reveal(), desk.level),
        form=FORMS[desk.level],
        result=result,
        done=done,
    )

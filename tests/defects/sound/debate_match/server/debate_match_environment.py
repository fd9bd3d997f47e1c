"""One speech, one line for the minutes."""

from __future__ import annotations

import re
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

from ..models import DebateMatchAction, DebateMatchObservation
from ..motions import MOTIONS, SIDES

OPENINGS = ("Madam Chair.", "Dear friends.", "Ladies and gentlemen.", "Honoured guests.")
LETTERS = "ABCDE"
MOTIONS_OF_THE_EVENING = {1: 3, 2: 5}  # by level
HELD_OUT = 5  # the last motions of the book
_ANSWER = re.compile(r"\s*([a-e])\s*,\s*(for|against)\s*\.?\s*", re.IGNORECASE)


@dataclass
class Minutes:
    """A speech, what it was about, and what was taken down."""

    letter: str
    side: str
    sheet: DebateMatchObservation
    motion_right: bool = False
    side_right: bool = False


def tasks() -> TaskSet[tuple[int, str, str]]:
    """Every motion, side and opening is a task; those of the last motions are the test split."""
    splits = {}
    cut = len(MOTIONS) - HELD_OUT
    for split, numbers in (("train", range(cut)), ("test", range(cut, len(MOTIONS)))):
        speeches = [(n, side, opening) for n in numbers for side in SIDES for opening in OPENINGS]
        Random(f"debate {split}").shuffle(speeches)
        splits[split] = dict.fromkeys(MOTIONS_OF_THE_EVENING, speeches)
    return TaskSet(splits)


class DebateMatchEnvironment(
    VerifiedEnvironment[DebateMatchAction, DebateMatchObservation, VerifiedState, Minutes]
):
    """Say which motion a speech is about, and on which side."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("matched", lambda t: float(t.facts["motion"] and t.facts["side"]), kind="outcome"),
        Column("motion", lambda t: float(t.facts["motion"]), kind="process", weight=0.0),
        Column("side", lambda t: float(t.facts["side"]), kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {name: options[name] for name in ("split", "index", "level") if name in options}

    def begin(self, rng: Random, setup: Setup) -> tuple[Minutes, DebateMatchObservation]:
        """Write the speech, and draw the other motions from those of the same split."""
        assert setup.task is not None
        number, side, opening = setup.task.payload
        cut = len(MOTIONS) - HELD_OUT
        pool = range(cut) if number < cut else range(cut, len(MOTIONS))
        count = MOTIONS_OF_THE_EVENING[setup.task.level]
        evening = [number, *rng.sample([n for n in pool if n != number], count - 1)]
        rng.shuffle(evening)
        points = MOTIONS[number].points[side]
        speech = " ".join([opening, *rng.sample(points, 2)])
        sheet = DebateMatchObservation(
            speech=speech,
            motions={LETTERS[place]: MOTIONS[n].title for place, n in enumerate(evening)},
            note="For the minutes: which motion, which side?",
        )
        return Minutes(LETTERS[evening.index(number)], side, sheet), sheet

    def advance(self, game: Minutes, action: DebateMatchAction) -> DebateMatchObservation:
        """Read the line."""
        answer = _ANSWER.fullmatch(action.text)
        if answer:
            game.motion_right = answer[1].upper() == game.letter
            game.side_right = answer[2].lower() == game.side
        note = "taken down" if answer else "a line looks like: B, against"
        return game.sheet.model_copy(update={"note": note, "done": True})

    def facts(self, game: Minutes) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"motion": game.motion_right, "side": game.side_right}

"""Fill a small crossword."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from .. import crossword
from ..models import WordGridAction, WordGridObservation

INSTRUCTION = (
    "Fill every slot with a word of the list. A slot A2 is row 2 from left to right, D3 is column "
    "3 from top to bottom. Words must agree where they cross. No word may be used twice."
)
Puzzle = dict[str, Any]
_levels = tuple(crossword.DIAGRAMS)


class WordGridEnvironment(
    VerifiedEnvironment[WordGridAction, WordGridObservation, VerifiedState, Puzzle]
):
    """One crossword, one filling."""

    max_steps = 1
    tasks = TaskSet(
        {
            "train": {level: [f"train {number}" for number in range(150)] for level in _levels},
            "test": {level: [f"test {number}" for number in range(50)] for level in _levels},
        }
    )
    reward = Reward(
        Column("filled", lambda t: float(t.facts["fits"]), kind="outcome"),
        Column("named", lambda t: float(t.facts["named"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Puzzle, WordGridObservation]:
        """Compose the puzzle of the task."""
        assert setup.task is not None
        level = setup.task.level
        words = crossword.compose(Random(f"grid {level} {setup.task.payload}"), level)
        puzzle = {"level": level, "words": words, "fits": False, "named": False}
        return puzzle, self._page(puzzle)

    def advance(self, game: Puzzle, action: WordGridAction) -> WordGridObservation:
        """Check the filling."""
        names = crossword.slots(game["level"])
        game["named"] = sorted(action.words) == sorted(names)
        game["fits"] = crossword.fits(names, game["words"], action.words)
        return self._page(game, "it fits" if game["fits"] else "it does not fit", done=True)

    def facts(self, game: Puzzle) -> Mapping[str, Any]:
        """What the columns read."""
        return {"fits": game["fits"], "named": game["named"]}

    def _page(self, puzzle: Puzzle, note: str = "", *, done: bool = False) -> WordGridObservation:
        return WordGridObservation(
            instruction=INSTRUCTION,
            diagram=crossword.picture(puzzle["level"]),
            slots=crossword.slots(puzzle["level"]),
            words=list(puzzle["words"]),
            note=note,
            done=done,
        )

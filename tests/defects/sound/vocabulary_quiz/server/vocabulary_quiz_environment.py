"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

from ..models import QuizAction, QuizObservation
from ..quiz_round import QUESTIONS, Question, draw_round
from ..words import LETTERS, MEANINGS


@dataclass
class Round:
    """One round of the quiz."""

    questions: list[Question]
    answered: int = 0
    right: int = 0
    readable: bool = True


class VocabularyEnvironment(VerifiedEnvironment[QuizAction, QuizObservation, VerifiedState, Round]):
    """Five definitions, with eight words to choose from each time."""

    max_steps = QUESTIONS
    step_timeout_s = 5.0
    reward = Reward(
        Column("share_right", lambda t: t.facts["right"] / QUESTIONS, kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Round, QuizObservation]:
        """Draw the questions."""
        level = 1 if setup.level is None else setup.level
        if level not in MEANINGS:
            raise SetupError(f"level must be one of {sorted(MEANINGS)}")
        game = Round(draw_round(rng, level))
        return game, _question(game)

    def advance(self, game: Round, action: QuizAction) -> QuizObservation:
        """Mark the answer and ask the next question."""
        letter = action.letter.strip().upper()
        wanted = game.questions[game.answered].letter
        game.readable = len(letter) == 1 and letter in LETTERS
        right = letter == wanted
        game.answered += 1
        game.right += right
        return _question(game, last_right=right, last_letter=wanted)

    def facts(self, game: Round) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "readable": game.readable}

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> QuizObservation:
        """As in the base class; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> QuizObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _question(
    game: Round, last_right: bool | None = None, last_letter: str = ""
) -> QuizObservation:
    over = game.answered == QUESTIONS
    asked = None if over else game.questions[game.answered]
    return QuizObservation(
        number=min(game.answered + 1, QUESTIONS),
        definition=asked.definition if asked else "",
        words=dict(zip(LETTERS, asked.words, strict=True)) if asked else {},
        last_right=last_right,
        last_letter=last_letter,
        right_so_far=game.right,
        done=over,
    )


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in ("split", "index", "level")}

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
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import SpellingAction, SpellingObservation
from ..words import LEVELS, SENTENCES, WORDS, draw_candidates, misspell


@dataclass
class Game:
    """Everything that changes during an episode."""

    word: str
    misspelled: str
    sentence: str
    candidates: list[str]
    solved: bool = False


def tasks() -> TaskSet[str]:
    """Every word is a task of every level; the same quarter is held out from each."""
    train, test = hold_out(WORDS, len(WORDS) // 4, seed=0)
    return TaskSet(
        {
            "train": dict.fromkeys(LEVELS, train),
            "test": dict.fromkeys(LEVELS, test),
        }
    )


def parse_answer(text: str) -> str:
    """The word of an answer, without blanks, quotes and a final stop."""
    return text.strip().strip("\"'.,;:!?").lower()


def known_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that choose a task; clients may send others."""
    return {name: options[name] for name in ("split", "index", "level") if name in options}


class SpellingEnvironment(
    VerifiedEnvironment[SpellingAction, SpellingObservation, VerifiedState, Game]
):
    """Correct the misspelled word of a sentence."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("solved", lambda t: float(t.facts["solved"]), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SpellingObservation:
        """Begin an episode; options that this environment does not have are ignored."""
        return super().reset(seed, episode_id, **known_options(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SpellingObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **known_options(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, SpellingObservation]:
        assert setup.task is not None
        word = setup.task.payload
        wrong = misspell(rng, word, setup.task.level)
        sentence = rng.choice(SENTENCES).format(wrong)
        game = Game(word, wrong, sentence, draw_candidates(rng, word, wrong))
        return game, self._observe(game)

    def advance(self, game: Game, action: SpellingAction) -> SpellingObservation:
        game.solved = parse_answer(action.answer) == game.word
        return self._observe(game, correct=game.solved, done=True)

    def facts(self, game: Game) -> Mapping[str, Any]:
        return {"solved": game.solved}

    def _observe(self, game: Game, **fields: Any) -> SpellingObservation:
        return SpellingObservation(
            sentence=game.sentence,
            misspelled=game.misspelled,
            candidates=list(game.candidates),
            **fields,
        )

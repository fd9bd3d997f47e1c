"""The rules of a call, and the reward."""

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

from ..dictionary import CLUES, TEST, TRAIN, offer
from ..models import CrosswordDeskAction, CrosswordDeskObservation

OFFERED = {1: 3, 2: 5}


@dataclass
class Game:
    """A call: the word that is meant, and the words that are offered."""

    word: str
    words: list[str]
    right: bool = False


def tasks() -> TaskSet[str]:
    """Every clue is a task of each level; the same clues are held out at both levels."""
    train, test = ([word for page in pages.values() for word in page] for pages in (TRAIN, TEST))
    return TaskSet({"train": dict.fromkeys(OFFERED, train), "test": dict.fromkeys(OFFERED, test)})


class CrosswordDeskEnvironment(
    VerifiedEnvironment[CrosswordDeskAction, CrosswordDeskObservation, VerifiedState, Game]
):
    """Say which word a clue means."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, CrosswordDeskObservation]:
        """Take a call."""
        assert setup.task is not None
        assert setup.level is not None
        word = setup.task.payload
        game = Game(word, offer(rng, word, OFFERED[setup.level]))
        return game, self._show(game)

    def advance(self, game: Game, action: CrosswordDeskAction) -> CrosswordDeskObservation:
        """Hear the answer."""
        game.right = action.word.strip().upper() == game.word
        return self._show(game, done=True)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": game.right}

    def _show(self, game: Game, *, done: bool = False) -> CrosswordDeskObservation:
        return CrosswordDeskObservation(
            clue=CLUES[game.word], length=len(game.word), words=list(game.words), done=done
        )

    # Clients of OpenEnv may send options of other environments: they are dropped.

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CrosswordDeskObservation:
        """Take a call; of the options, `split`, `index` and `level` count."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> CrosswordDeskObservation:
        """`reset` without blocking."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}

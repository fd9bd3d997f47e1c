"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

from ..dialect import PatternError, compile_pattern
from ..logs import SHOWN, Request, draw_log, requests
from ..models import LogRegexAction, LogRegexObservation

ACTIONS = 4
Lines = Sequence[tuple[str, bool]]


@dataclass
class Game:
    """Everything that changes during an episode."""

    request: str
    shown: Lines
    hidden: Lines
    used: int = 0
    solved: bool = False


def tasks() -> TaskSet[Request]:
    """Every request is a task; a quarter of each level is held out."""
    train, test = {}, {}
    for level, known in requests().items():
        train[level], test[level] = hold_out(known, len(known) // 4, seed=0)
    return TaskSet({"train": train, "test": test})


def count_correct(pattern: str, lines: Lines) -> int:
    """How many lines the pattern classifies correctly."""
    compiled = compile_pattern(pattern)
    return sum((compiled.fullmatch(line) is not None) == wanted for line, wanted in lines)


def known_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that choose a task; clients may send others."""
    return {name: options[name] for name in ("split", "index", "level") if name in options}


class LogRegexEnvironment(
    VerifiedEnvironment[LogRegexAction, LogRegexObservation, VerifiedState, Game]
):
    """Write a regular expression for the requested lines."""

    max_steps = ACTIONS
    step_timeout_s = 10.0
    tasks = tasks()
    reward = Reward(Column("solved", lambda t: float(t.facts["solved"]), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LogRegexObservation:
        """Begin an episode; options that this environment does not have are ignored."""
        return super().reset(seed, episode_id, **known_options(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> LogRegexObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **known_options(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, LogRegexObservation]:
        assert setup.task is not None
        request = setup.task.payload
        log = draw_log(rng, request)
        game = Game(request.text(), shown=log[:SHOWN], hidden=log[SHOWN:])
        return game, self._observe(game)

    def advance(self, game: Game, action: LogRegexAction) -> LogRegexObservation:
        game.used += 1
        final = action.submit or game.used == ACTIONS
        try:
            correct = count_correct(action.pattern, game.shown)
            if final:
                game.solved = count_correct(action.pattern, game.hidden) == len(game.hidden)
        except PatternError as error:
            return self._observe(game, note=str(error), done=final)
        return self._observe(game, correct=correct, done=final)

    def facts(self, game: Game) -> Mapping[str, Any]:
        return {"solved": game.solved}

    def _observe(self, game: Game, **fields: Any) -> LogRegexObservation:
        return LogRegexObservation(
            request=game.request,
            wanted=[line for line, wanted in game.shown if wanted],
            unwanted=[line for line, wanted in game.shown if not wanted],
            actions_left=ACTIONS - game.used,
            **fields,
        )

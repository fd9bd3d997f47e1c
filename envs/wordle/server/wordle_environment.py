"""Wordle as a verified environment: the episode, and what is paid for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    Transition,
    VerifiedEnvironment,
    hold_out,
)
from hallmark_rl.sdk.verifiers.shaping import potential

from .. import game_rules
from ..models import Guess, Note, Turn, WordleObservation, WordleState


@dataclass
class Game:
    """One target and what has been guessed."""

    level: game_rules.Level
    target: Secret[str]
    hard: bool
    turns: int = 0
    history: list[game_rules.Turn] = field(default_factory=list)
    played: bool = True
    fits: bool = True

    @property
    def won(self) -> bool:
        return bool(self.history) and self.history[-1][0] == self.target.reveal()


def tasks() -> TaskSet[str]:
    """Every target as a task. A word is held out at every level or at none."""
    train: dict[int, list[str]] = {}
    test: dict[int, list[str]] = {}
    held_out: dict[str, bool] = {}
    for number, level in game_rules.levels().items():
        known = [word for word in level.answers if held_out.get(word)]
        new = [word for word in level.answers if word not in held_out]
        rest, more = hold_out(new, level.held_out - len(known), seed=game_rules.HELD_OUT_SEED)
        test[number] = known + more
        train[number] = rest + [word for word in level.answers if held_out.get(word) is False]
        held_out |= dict.fromkeys(train[number], False) | dict.fromkeys(test[number], True)
    return TaskSet({"train": train, "test": test})


def _pace(step: Transition) -> float:
    won = step.done and step.facts["won"]
    return (step.max_steps - step.step) / (step.max_steps - 1) if won else 0.0


class WordleEnvironment(VerifiedEnvironment[Guess, WordleObservation, WordleState, Game]):
    """Guess the target in six turns. The reward is the win; every other column is reported only.

    `reset(level=1..5, split="train"|"test", index=..., hard=True|False)`.
    """

    max_steps = game_rules.GUESSES
    step_timeout_s = 5.0
    tasks = tasks()
    options: ClassVar[Mapping[str, Any]] = {"hard": False}
    reward = Reward(
        Column("won", lambda step: float(step.facts["won"]), kind="outcome"),
        Column("pace", _pace, kind="process", weight=0.0),
        Column("playable", lambda step: float(step.facts["played"]), kind="format", weight=0.0),
        Column("fits", lambda step: float(step.facts["fits"]), kind="process", weight=0.0),
        Column("progress", potential("placed"), kind="process", range=(-1, 1), weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, WordleObservation]:
        """Take the task's word as the target."""
        assert setup.task is not None
        level = game_rules.levels()[setup.task.level]
        game = Game(level, Secret(setup.task.payload), bool(setup.options["hard"]))
        return game, _seen(game)

    def advance(self, game: Game, action: Guess) -> WordleObservation:
        """Mark the guess, or say why it could not be played; either way a turn is gone."""
        game.turns += 1
        note = _problem(game, action.word)
        game.played = not note
        game.fits = game.played and game_rules.consistent(action.word, game.history)
        if game.played:
            marks = game_rules.feedback(action.word, game.target.reveal())
            game.history.append((action.word, marks))
        return _seen(game, note)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward columns read."""
        known = game_rules.knowledge(game.history, game.level.length)
        placed = sum(letter != "_" for letter in known.pattern) / game.level.length
        return {"won": game.won, "played": game.played, "fits": game.fits, "placed": placed}

    def public_state(self, game: Game) -> Mapping[str, Any]:
        """The mode of the game."""
        return {"hard": game.hard}


def _problem(game: Game, word: str) -> Note:
    """Why this guess cannot be played. A code, not a sentence: a sentence holds other words."""
    if len(word) != game.level.length:
        return "length"
    if not set(word) <= set(game.level.letters):
        return "letters"
    if not game.level.allows(word):
        return "unlisted"
    if game.hard and not game_rules.keeps_hints(word, game.history):
        return "contradicts"
    return ""


def _seen(game: Game, note: Note = "") -> WordleObservation:
    return WordleObservation(
        level=game.level.number,
        letters=game.level.letters,
        length=game.level.length,
        words=game.level.words,
        hard=game.hard,
        guesses_left=game_rules.GUESSES - game.turns,
        history=[Turn(guess=guess, marks=marks) for guess, marks in game.history],
        note=note,
        done=game.won,
    )

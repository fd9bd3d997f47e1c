"""The Wordle environment: tasks, episode and reward."""

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
class WordleEpisode:
    """The state of an episode.

    Attributes:
        level: The level that is played.
        target: The word to find.
        hard: Whether guesses must keep every hint.
        turns: How many turns have been used.
        history: The guesses that were played, with their marks.
        played: Whether the last guess could be played.
        fits: Whether it agreed with all marks before it.
    """

    level: game_rules.Level
    target: Secret[str]
    hard: bool
    turns: int = 0
    history: list[game_rules.Turn] = field(default_factory=list)
    played: bool = True
    fits: bool = True

    @property
    def won(self) -> bool:
        """Whether the last guess that was played is the target."""
        return bool(self.history) and self.history[-1][0] == self.target.reveal()


def tasks() -> TaskSet[str]:
    """Return every target as a task. A word is in the test split of every level, or of none."""
    train: dict[int, list[str]] = {}
    test: dict[int, list[str]] = {}
    held_out: dict[str, bool] = {}
    for number, level in game_rules.levels().items():
        known_test = [word for word in level.answers if held_out.get(word)]
        new = [word for word in level.answers if word not in held_out]
        count = level.held_out - len(known_test)
        new_train, new_test = hold_out(new, count, seed=game_rules.HELD_OUT_SEED)
        test[number] = known_test + new_test
        train[number] = new_train + [word for word in level.answers if held_out.get(word) is False]
        held_out |= dict.fromkeys(train[number], False) | dict.fromkeys(test[number], True)
    return TaskSet({"train": train, "test": test})


def _pace(step: Transition) -> float:
    """1 for a win at the first guess, falling to 0 for a win at the last."""
    won = step.done and step.facts["won"]
    return (step.max_steps - step.step) / (step.max_steps - 1) if won else 0.0


class WordleEnvironment(VerifiedEnvironment[Guess, WordleObservation, WordleState, WordleEpisode]):
    """Guess the target in six turns. Winning pays 1; every other column has weight 0.

    `reset(level=1..5, split="train"|"test", index=..., hard=True|False)` chooses the target.
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

    def begin(self, rng: Random, setup: Setup) -> tuple[WordleEpisode, WordleObservation]:
        """Take the task's word as the target."""
        assert setup.task is not None
        level = game_rules.levels()[setup.task.level]
        secret = Secret(setup.task.payload)
        episode = WordleEpisode(level, secret, bool(setup.options["hard"]))
        return episode, _observation(episode)

    def advance(self, episode: WordleEpisode, action: Guess) -> WordleObservation:
        """Mark the guess, or note why it cannot be played; both cost a turn."""
        episode.turns += 1
        note = _problem(episode, action.word)
        episode.played = not note
        episode.fits = episode.played and game_rules.consistent(action.word, episode.history)
        if episode.played:
            marks = game_rules.feedback(action.word, episode.target.reveal())
            episode.history.append((action.word, marks))
        return _observation(episode, note)

    def facts(self, episode: WordleEpisode) -> Mapping[str, Any]:
        """What the reward columns measure."""
        shown = game_rules.knowledge(episode.history, episode.level.length)
        placed = sum(letter != "_" for letter in shown.pattern) / episode.level.length
        return {
            "won": episode.won,
            "played": episode.played,
            "fits": episode.fits,
            "placed": placed,
        }

    def public_state(self, episode: WordleEpisode) -> Mapping[str, Any]:
        """Whether hard mode is on."""
        return {"hard": episode.hard}


def _problem(episode: WordleEpisode, word: str) -> Note:
    """Why this guess cannot be played, or "". A code: a sentence could contain the target."""
    if len(word) != episode.level.length:
        return "length"
    if not set(word) <= set(episode.level.letters):
        return "letters"
    if not episode.level.allows(word):
        return "unlisted"
    if episode.hard and not game_rules.keeps_hints(word, episode.history):
        return "contradicts"
    return ""


def _observation(episode: WordleEpisode, note: Note = "") -> WordleObservation:
    return WordleObservation(
        level=episode.level.number,
        letters=episode.level.letters,
        length=episode.level.length,
        words=episode.level.words,
        hard=episode.hard,
        guesses_left=game_rules.GUESSES - episode.turns,
        history=[Turn(guess=guess, marks=marks) for guess, marks in episode.history],
        note=note,
        done=episode.won,
    )

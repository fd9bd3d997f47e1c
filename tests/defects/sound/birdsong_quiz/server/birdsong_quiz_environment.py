"""One question of the birdsong quiz."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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

from ..models import QuizAction, QuizObservation, Song
from ..songs import GUIDE, RECORDINGS, line_up, record

TURNS = 5
LEVELS = (1, 2)


@dataclass
class Question:
    """One recording and three birds."""

    bird: str
    recording: Song
    birds: dict[str, str]
    pages: dict[str, Song] = field(default_factory=dict)
    turns: int = 0
    right: bool = False


def tasks() -> TaskSet[tuple[str, int]]:
    """Every take is a task of both levels; a quarter of the takes is held out."""
    train, test = hold_out(RECORDINGS, len(RECORDINGS) // 4, seed=7)
    return TaskSet({"train": dict.fromkeys(LEVELS, train), "test": dict.fromkeys(LEVELS, test)})


class BirdsongQuizEnvironment(
    VerifiedEnvironment[QuizAction, QuizObservation, VerifiedState, Question]
):
    """Name the bird of a recording."""

    max_steps = TURNS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("pages", lambda t: t.facts["pages"] / 3, kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """Begin a question; options other than `split`, `level` and `index` are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Question, QuizObservation]:
        """Play the take, and draw the wrong birds."""
        assert setup.task is not None
        bird, take = setup.task.payload
        question = Question(bird, record(bird, take), line_up(rng, bird, setup.task.level))
        return question, _observation(question)

    def advance(self, question: Question, action: QuizAction) -> QuizObservation:
        """Open a page, or take the answer."""
        question.turns += 1
        if bool(action.consult) == bool(action.answer):
            return _observation(question, "one of consult and answer")
        if action.consult:
            question.pages[action.consult] = GUIDE[question.birds[action.consult]]
            return _observation(question)
        question.right = question.birds[action.answer] == question.bird
        return _observation(question, "answered", done=True)

    def facts(self, question: Question) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": question.right, "pages": len(question.pages)}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    known = ("split", "level", "index")
    return {name: value for name, value in options.items() if name in known}


def _observation(question: Question, note: Any = "", done: bool = False) -> QuizObservation:
    return QuizObservation(
        recording=question.recording,
        birds=dict(question.birds),
        pages={letter: question.pages[letter] for letter in sorted(question.pages)},
        turns_left=TURNS - question.turns,
        note=note,
        done=done,
    )

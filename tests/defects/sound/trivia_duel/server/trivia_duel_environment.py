"""A duel: its questions, its answers to choose from, and the reward."""

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

from ..facts import FACTS, Fact
from ..models import DuelAction, DuelObservation

QUESTIONS = 6
LETTERS = "ABCDEFG"
RIVAL_POINTS = {1: 2, 2: 3, 3: 4}
"""What the rival has scored, by level."""
ROUNDS = {"train": 400, "test": 80}
_OPTIONS = ("split", "index", "level")


@dataclass
class Duel:
    """The questions of a duel, each with seven answers, and the score."""

    level: int
    facts: list[Fact]
    answers: list[list[int]]
    right: Secret[list[int]]
    asked: int = 0
    points: int = 0


def tasks() -> TaskSet[tuple[int, ...]]:
    """Rounds of six facts. A quarter of the facts are held out: only the test rounds ask them."""
    train, test = hold_out(range(len(FACTS)), len(FACTS) // 4, seed=0)
    pools = {"train": train, "test": test}
    return TaskSet(
        {
            split: {level: _rounds(split, level, pool) for level in RIVAL_POINTS}
            for split, pool in pools.items()
        }
    )


def _rounds(split: str, level: int, pool: list[int]) -> list[tuple[int, ...]]:
    rng = Random(f"trivia duel rounds {split} {level}")
    return [tuple(rng.sample(pool, QUESTIONS)) for _ in range(ROUNDS[split])]


def choose_answers(rng: Random, fact: Fact) -> list[int]:
    """Seven numbers, one of them right, in random order."""
    below = rng.randrange(len(LETTERS))
    numbers = [fact.number]
    for _ in range(below):
        numbers.append(min(numbers) - rng.randint(1, fact.gap))
    for _ in range(len(LETTERS) - 1 - below):
        numbers.append(max(numbers) + rng.randint(1, fact.gap))
    rng.shuffle(numbers)
    return numbers


class TriviaDuelEnvironment(VerifiedEnvironment[DuelAction, DuelObservation, VerifiedState, Duel]):
    """Score more than the rival. `reset(level=1..3, split="train"|"test", index=...)`."""

    max_steps = QUESTIONS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("won", lambda t: float(t.facts["points"] > t.facts["rival"]), kind="outcome"),
        Column("share", lambda t: t.facts["points"] / QUESTIONS, kind="process", weight=0.0),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Duel, DuelObservation]:
        """Take the questions of the round, and draw the answers to choose from."""
        assert setup.task is not None
        facts = [FACTS[number] for number in setup.task.payload]
        answers = [choose_answers(rng, fact) for fact in facts]
        right = Secret([fact.number for fact in facts])
        duel = Duel(setup.task.level, facts, answers, right)
        return duel, _observation(duel)

    def advance(self, duel: Duel, action: DuelAction) -> DuelObservation:
        """Mark the answer, and put the next question."""
        letter = action.letter.strip().upper()
        place = LETTERS.find(letter) if len(letter) == 1 else -1
        right = duel.right.reveal()[duel.asked]
        is_right = place >= 0 and duel.answers[duel.asked][place] == right
        duel.points += is_right
        duel.asked += 1
        return _observation(duel, "right" if is_right else "wrong")

    def facts(self, duel: Duel) -> Mapping[str, Any]:
        """Both scores."""
        return {"points": duel.points, "rival": RIVAL_POINTS[duel.level]}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(duel: Duel, last: str = "") -> DuelObservation:
    over = duel.asked == QUESTIONS
    return DuelObservation(
        level=duel.level,
        number=min(duel.asked + 1, QUESTIONS),
        question="" if over else duel.facts[duel.asked].question,
        answers={} if over else dict(zip(LETTERS, duel.answers[duel.asked], strict=True)),
        points=duel.points,
        rival_points=RIVAL_POINTS[duel.level],
        last=last,
        done=over,
    )

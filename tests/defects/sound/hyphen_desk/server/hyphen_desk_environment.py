"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any, ClassVar

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import DeskAction, DeskObservation
from ..setting import RULES, SENTENCES, best_setting, grade, marked_words, plain

MEASURES = (18, 22, 26, 30)
SLACK = 25
"""With so many demerits more than the best setting, a setting earns one half."""


@dataclass
class Job:
    """Everything that changes during an episode. `begin` creates a new one."""

    text: str
    measure: int
    level: int
    least: int
    target: int | None
    demerits: int | None = None
    problem: str = ""


Payload = tuple[str, int]


def tasks() -> TaskSet[Payload]:
    """Two sentences and a measure; five sentences occur in the test split only."""
    train, test = {}, {}
    seen, held_out = hold_out(SENTENCES, 5, seed=0)
    for level in RULES:
        train[level], test[level] = _jobs(seen), _jobs(held_out)
    return TaskSet({"train": train, "test": test})


def _jobs(sentences: list[str]) -> list[Payload]:
    pairs = (" ".join(pair) for pair in permutations(sentences, 2))
    return [(text, MEASURES[number % len(MEASURES)]) for number, text in enumerate(pairs)]


class HyphenDeskEnvironment(VerifiedEnvironment[DeskAction, DeskObservation, VerifiedState, Job]):
    """Set one paragraph in lines, in one answer.

    `reset(level=1..3, split="train"|"test", index=..., show_target=True|False)` chooses the job.
    """

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    options: ClassVar[Mapping[str, Any]] = {"show_target": False}
    reward = Reward(
        Column("setting", lambda t: float(t.facts["share"]), kind="outcome"),
        Column("valid", lambda t: float(t.facts["valid"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Job, DeskObservation]:
        """Hand out the job."""
        assert setup.task is not None
        if not isinstance(setup.options["show_target"], bool):
            raise SetupError("show_target must be True or False")
        text, measure = setup.task.payload
        best = best_setting(text, measure, setup.task.level)
        assert best is not None, "every word fits in every measure"
        job = Job(
            text,
            measure,
            setup.task.level,
            best[0],
            best[0] if setup.options["show_target"] else None,
        )
        return job, self._observation(job)

    def advance(self, job: Job, action: DeskAction) -> DeskObservation:
        """Grade the lines; there is one answer."""
        job.demerits, job.problem = grade(job.text, job.measure, job.level, action.lines)
        return self._observation(job, done=True)

    def facts(self, job: Job) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        if job.demerits is None:
            return {"share": 0.0, "valid": False}
        return {"share": SLACK / (SLACK + job.demerits - job.least), "valid": True}

    def _observation(self, job: Job, *, done: bool = False) -> DeskObservation:
        words = marked_words(job.text)
        return DeskObservation(
            paragraph=plain(job.text),
            measure=job.measure,
            hyphenation=sorted("|".join(parts) for parts in words.values()),
            rules=RULES[job.level],
            target=job.target,
            demerits=job.demerits,
            problem=job.problem,
            done=done,
        )

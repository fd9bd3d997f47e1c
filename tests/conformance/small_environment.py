"""Environments of dicts in a few lines, and the context that checks get for them."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, ClassVar

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject

Message = dict[str, Any]


class Env:
    """An environment of dicts: `begin` draws a task, `paid` judges an action, `oracle` solves it.

    `options` are those of the reset, `declared` is what the author declares.
    """

    schema: ClassVar[dict[str, Any]] = {}
    limit = 12
    declared: ClassVar[dict[str, Any]] = {}

    def reset(self, seed: int | None = None, **options: Any) -> Message:
        self.options = options
        self.rng = random.Random(seed)
        self.count, self.over = 0, False
        self.begin()
        return self.show()

    def step(self, action: Message) -> Message:
        if self.over:
            return {**self.show(), "reward": 0.0, "done": True}
        self.count += 1
        reward = self.paid(action)
        self.over = self.over or self.count >= self.limit
        return {**self.show(), "reward": reward, "done": self.over}

    def begin(self) -> None: ...

    def show(self) -> Message:
        return {"count": self.count}

    def paid(self, action: Message) -> float:
        raise NotImplementedError

    def oracle(self) -> Message:
        raise NotImplementedError


def small_context(env_class: type[Env], pool: list[Message] | None = None) -> CheckContext:
    """The context of an environment, with the oracle's episodes on eight seeds.

    `pool` are actions that random play takes; None for some that the schema allows.
    """
    proof: Any = SimpleNamespace(oracle=lambda env, seen: env.oracle(), declared=env_class.declared)
    subject = Subject("x", "x", make=env_class, action_type=dict, proof=proof)
    survey = Survey(schema=env_class.schema)
    context = CheckContext(subject, survey, PROFILES["default"])
    survey.pool = context.source.sample(12) if pool is None else pool
    survey.solutions = [
        play_policy(subject, survey, proof.oracle, seed, 60) for seed in context.seeds
    ]
    return CheckContext(subject, survey, PROFILES["default"])  # its time begins here


def small_schema(**fields: Any) -> dict[str, Any]:
    """The schema of an action with these fields, of which the first is required."""
    return {"type": "object", "properties": fields, "required": [next(iter(fields))]}

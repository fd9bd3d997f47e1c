"""What is known about a subject before a property plays it: survey, proof and declarations."""

from __future__ import annotations

import functools
import math
import random
from typing import Any

from hallmark_rl.conformance.actions.source import ActionSource, action_source, add_tokens
from hallmark_rl.conformance.client.in_process import open_driver
from hallmark_rl.conformance.core.episode import Action, dumps
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import Excluded, Unproved
from hallmark_rl.conformance.survey.declared import Declared, read_declared
from hallmark_rl.conformance.survey.model import Played, Survey
from hallmark_rl.sdk.subject.description import Subject


class Evidence:
    """The facts that every property of one run starts from."""

    def __init__(self, subject: Subject, survey: Survey, profile: Profile, seed: int) -> None:
        self.subject = subject
        self.survey = survey
        self.profile = profile
        self.seed = seed
        self.declared: Declared = read_declared(subject)

    @functools.cached_property
    def source(self) -> ActionSource:
        """Where valid actions come from."""
        source = action_source(self.subject, self.survey.schema)
        add_tokens(source, self.survey.tokens)
        source.tools = self.survey.tools
        if "actions" in self.survey.evidence:
            source.strategy = None
        return source

    @property
    def pool(self) -> list[Action]:
        """Valid actions."""
        if not self.survey.pool:
            raise Unproved("no valid action could be made: write actions() in proof.py")
        return self.survey.pool

    @property
    def solved(self) -> list[Played]:
        """The oracle's episodes that went well, one per seed."""
        good = [one for one in self.survey.solutions if not one.error and one.actions]
        if not good:
            problem = self.survey.evidence.get("oracle")
            raise Unproved(
                f"the oracle cannot be used: {problem}"
                if problem
                else "write oracle(env, observation) -> action in proof.py"
            )
        return good

    @property
    def solutions(self) -> list[Played]:
        """The oracle's episodes on seeds where there is something to win.

        Left out: seeds where idling earns as much, and both less than solutions do on average.
        """
        idle = {one.seed: one.total for one in self.survey.idle}
        least = self.reference - 2e-9
        return [
            one
            for one in self.solved
            if one.total > min(idle.get(one.seed, -math.inf), least) + 1e-9
        ]

    @property
    def secrets(self) -> list[tuple[Played, list[str]]]:
        """Seeds with the texts that must not show: from `secrets(env)`, or from the solutions."""
        told = [(one, one.secrets) for one in self.survey.solutions if one.secrets]
        if told or getattr(self.subject.proof, "secrets", None) is not None:
            return told
        if getattr(self.subject.proof, "oracle", None) is None:
            raise Unproved(
                "write secrets(env) -> list[str], or oracle(env, observation), in proof.py"
            )
        derived = [(one, _texts(one.actions[-1])) for one in self.solutions]
        listed = [set(texts) for _, texts in derived]
        common = set.intersection(*listed) if len(listed) > 1 else set()
        known = dumps([self.survey.schema, self.survey.pool])
        own = [
            (one, [t for t in texts if len(t) >= 3 and t not in common and dumps(t) not in known])
            for one, texts in derived
        ]
        own = [
            (one, [t for t in texts if t not in self._asked(one, len(texts))]) for one, texts in own
        ]
        if len({tuple(texts) for _, texts in own if texts}) < 2:
            raise Excluded("the solutions of different seeds hold no texts of their own")
        return own

    def _asked(self, one: Played, texts: int) -> str:
        """What the task itself says: the nested parts and long texts of the first observation.

        Where an answer has several texts, those that the first observation holds are the request.
        """
        driver = open_driver(self.subject, use_async=self.survey.use_async)
        opening = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        parts = [
            value
            for key, value in (opening.data or {}).items()
            if key != "metadata"
            and (texts > 1 or isinstance(value, dict | list) or len(str(value)) > 80)
        ]
        return dumps(parts)

    @property
    def secrets_told(self) -> bool:
        """Whether the author names the secrets (else they are the texts of the solutions)."""
        return getattr(self.subject.proof, "secrets", None) is not None

    @functools.cached_property
    def seeds(self) -> list[int]:
        """The seeds of this run."""
        return [1 + self.seed * 1000 + index for index in range(self.profile.seeds)]

    def rng(self, name: str = "") -> random.Random:
        """A generator for this run."""
        return random.Random(f"{self.seed}/{name}")

    @property
    def slow(self) -> bool:
        """Whether a step takes so long that few can be played."""
        return self.survey.step_s > 0.05 or self.survey.reset_s > 0.2

    @property
    def scale(self) -> float:
        """The span of returns: the oracle's above idling, or the declared range, or 1."""
        if self.survey.solutions and self.survey.idle:
            span = self.reference - self.floor
            if span > 0:
                return span
        if self.declared.low is not None and self.declared.high is not None:
            return self.declared.high - self.declared.low
        return 1.0

    @functools.cached_property
    def reference(self) -> float:
        """The oracle's mean return."""
        totals = [one.total for one in self.solved]
        return sum(totals) / len(totals)

    @functools.cached_property
    def floor(self) -> float:
        """What doing nothing earns, on average."""
        if self.declared.floor is not None:
            return self.declared.floor
        totals = [one.total for one in self.survey.idle if not one.error]
        return sum(totals) / len(totals) if totals else 0.0


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, dict):
        items = [item for key, item in value.items() if key not in ("metadata", "type")]
        return [text for item in items for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []

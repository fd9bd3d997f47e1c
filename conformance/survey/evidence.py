"""The facts that a check starts from: the survey, the evidence in proof.py and declarations."""

from __future__ import annotations

import functools
import math
import random
import re
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource, action_source, add_tokens
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import open_driver
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.survey.copy_tasks import fields_to_copy, named_to_copy
from hallmark_rl.conformance.survey.declarations import Declared, read_declared
from hallmark_rl.conformance.survey.rollouts import declared_secrets
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

_TOLERANCE = 1e-9
_WIDE_TOLERANCE = 0.1
"""Tolerance, as a share of the scale, from which on an oracle is no sure one."""
_SHORTEST_SECRET = 3
_LONG_TEXT = 80
_LAST_ALONE = 3
"""Seeds on which the last action of a solution is played alone."""


class Evidence:
    """What is known about a subject before it is played for a property.

    Properties that need evidence which the author has not written raise `EvidenceMissing`.

    Args:
        subject: the environment, with its proof.py and openenv.yaml.
        survey: what was measured before.
        profile: how many seeds and examples are used.
        seed: seed of the suite's own random choices.
    """

    def __init__(self, subject: Subject, survey: Survey, profile: Profile, seed: int) -> None:
        self.subject = subject
        self.survey = survey
        self.profile = profile
        self.seed = seed
        self.declared: Declared = read_declared(subject)

    @functools.cached_property
    def source(self) -> ActionSource:
        """Makes valid actions; without the author's `actions()` if that failed in the survey."""
        source = action_source(self.subject, self.survey.schema)
        add_tokens(source, self.survey.tokens)
        source.tools = self.survey.tools
        if "actions" in self.survey.evidence:
            source.strategy = None
        return source

    @property
    def pool(self) -> list[Action]:
        """Valid actions to choose from; at least one."""
        if not self.survey.pool:
            raise EvidenceMissing("no valid action could be made: write actions() in proof.py")
        return self.survey.pool

    @property
    def solved(self) -> list[Rollout]:
        """The oracle's rollouts without errors, at most one for each seed."""
        complete = [
            rollout for rollout in self.survey.solutions if not rollout.error and rollout.actions
        ]
        if not complete:
            problem = self.survey.evidence.get("oracle")
            raise EvidenceMissing(
                f"the oracle cannot be used: {problem}"
                if problem
                else "write oracle(env, observation) -> action in proof.py" + self._search_note()
            )
        return complete

    def _search_note(self) -> str:
        """Why solutions that were found by search do not serve; empty if there was no search."""
        note = self.survey.evidence.get("search", "")
        return f"; {note}" if note else ""

    @property
    def solutions(self) -> list[Rollout]:
        """The oracle's rollouts on seeds where there is something to win.

        A seed is left out if the null policy earns as much there as the oracle, and both earn less
        than the oracle's mean.
        """
        null_totals = {rollout.seed: rollout.total for rollout in self.survey.null_rollouts}
        least = self.reference - 2 * _TOLERANCE
        return [
            rollout
            for rollout in self.solved
            if rollout.total > min(null_totals.get(rollout.seed, -math.inf), least) + _TOLERANCE
        ]

    @property
    def secrets(self) -> list[tuple[Rollout, list[str]]]:
        """Rollouts with the texts that must not show in them before they end.

        The texts are those of `secrets(env)` in proof.py. Without that function they are the texts
        of the last action of each solution, except those that other seeds' solutions share, that
        the schema or the valid actions hold, that the first observation asks for, or that the
        solution's earlier steps have shown.
        """
        rollouts = self.survey.solutions
        if self.secrets_declared and not rollouts and self.subject.url is None:
            rollouts = [self.secrets_at_reset(seed) for seed in self.seeds]
        declared = [(rollout, rollout.secrets) for rollout in rollouts]
        declared = [(rollout, secrets) for rollout, secrets in declared if secrets]
        if declared or self.secrets_declared:
            return declared
        if getattr(self.subject.proof, "oracle", None) is None and not self.survey.solutions:
            raise EvidenceMissing(
                "write secrets(env) -> list[str], or oracle(env, observation), in proof.py"
                + self._search_note()
            )
        return self.secrets_of(self.solutions)

    def secrets_at_reset(self, seed: int, /, **options: Any) -> Rollout:
        """A rollout without actions, with the secrets that `secrets(env)` names on a seed."""
        driver = InProcessDriver(self.subject, use_async=self.survey.use_async)
        driver.reset(seed=seed, **options)
        rollout = Rollout(seed, [], [], False, options=options)
        rollout.secrets = declared_secrets(self.subject, driver)
        driver.close()
        return rollout

    def secrets_of(self, solutions: list[Rollout]) -> list[tuple[Rollout, list[str]]]:
        """Solutions with the texts of their last actions that are no part of the task.

        Raises `NotApplicable` if there are no such texts.
        """
        derived = [(rollout, _texts(rollout.actions[-1])) for rollout in solutions]
        text_sets = [set(texts) for _, texts in derived]
        common = set.intersection(*text_sets) if len(text_sets) > 1 else set()
        learned = self.survey.learned  # may hold answers that were read from the source
        drawn = [action for action in self.survey.pool if action not in learned]
        public = to_json([self.survey.schema, drawn])
        described = to_json(self.survey.schema)
        named = {
            text
            for texts in text_sets
            for text in texts
            if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", described)
        }
        choices = named if len(named) > 1 else set()  # those of a field's description
        several = _varying_places([rollout.actions[-1] for rollout in solutions]) > 1
        several = several or self._only_steps_lead_there(solutions)
        own = []
        for rollout, texts in derived:
            candidates = [
                text
                for text in texts
                if len(text) >= _SHORTEST_SECRET
                and text not in common
                and to_json(text) not in public
                and text not in choices
            ]
            shown = self._shown_text(rollout, several=several) if candidates else ""
            own.append((rollout, [text for text in candidates if text not in shown]))
        if len({tuple(texts) for _, texts in own if texts}) < 2:
            raise NotApplicable("the solutions of different seeds hold no texts of their own")
        return own

    def _only_steps_lead_there(self, solutions: list[Rollout]) -> bool:
        """Whether last actions pay nothing without the earlier ones, which differ between seeds.

        A word that they end with is then a goal, such as the end of a path, and no answer.
        """
        ways = {to_json(rollout.actions[:-1]) for rollout in solutions if len(rollout.actions) > 1}
        if len(ways) < max(2, len(solutions) / 2):
            return False
        for rollout in solutions[:_LAST_ALONE]:
            driver = open_driver(self.subject, use_async=self.survey.use_async)
            seed = {} if rollout.seed is None else {"seed": rollout.seed}
            driver.reset(**seed, **rollout.options)
            paid = driver.step(rollout.actions[-1]).numeric_reward
            driver.close()
            if paid > self.floor + _TOLERANCE:
                return False
        return True

    def _shown_text(self, rollout: Rollout, *, several: bool) -> str:
        """What the messages before the last action of a solution tell an agent, as JSON.

        Of each message these are nested values and long texts. If the answer has `several` values,
        all values of the first observation count: what it shows of them is the request. So they do
        if it is a goal that only other steps lead to. So do fields that are to be copied.
        """
        driver = open_driver(self.subject, use_async=self.survey.use_async)
        seed = {} if rollout.seed is None else {"seed": rollout.seed}
        messages = [driver.reset(**seed, **rollout.options).data]
        messages += [driver.step(action).data for action in rollout.actions[:-1]]
        driver.close()
        to_copy = fields_to_copy(self.subject) | named_to_copy(messages[0] or {})
        parts = [
            value
            for number, message in enumerate(messages)
            for key, value in (message or {}).items()
            if key != "metadata"
            and (
                ((several or key in to_copy) and number == 0)
                or isinstance(value, dict | list)
                or len(str(value)) > _LONG_TEXT
            )
        ]
        return to_json(parts)

    @property
    def secrets_declared(self) -> bool:
        """Whether proof.py has `secrets(env)`; else secrets are derived from the solutions."""
        declared = getattr(self.subject.proof, "secrets", None) is not None
        # It reads the instance, which a running server does not give.
        return declared and self.subject.url is None

    @functools.cached_property
    def seeds(self) -> list[int]:
        """The seeds of this run, as many as the profile says."""
        return [1 + self.seed * 1000 + index for index in range(self.profile.seeds)]

    def rng(self, name: str = "") -> random.Random:
        """A random generator that is the same in every run with the same seed and name."""
        return random.Random(f"{self.seed}/{name}")

    @property
    def slow(self) -> bool:
        """Whether steps or resets take so long that few can be played."""
        return self.survey.step_s > 0.05 or self.survey.reset_s + self.survey.start_s > 0.2

    @property
    def scale(self) -> float:
        """The unit for differences of returns.

        The oracle's mean above the null policy's; else the width of the declared range; else 1.
        """
        if self.survey.solutions and self.survey.null_rollouts:
            span = self.reference - self.floor
            if span > 0:
                return span
        if self.declared.low is not None and self.declared.high is not None:
            return self.declared.high - self.declared.low
        return 1.0

    @property
    def is_approximate(self) -> bool:
        """Whether the author states a tolerance for an oracle that is not the best policy.

        It is more than the costs of a few steps.
        """
        return self.declared.tolerance >= _WIDE_TOLERANCE * abs(self.scale)

    @functools.cached_property
    def reference(self) -> float:
        """The oracle's mean return."""
        totals = [rollout.total for rollout in self.solved]
        return sum(totals) / len(totals)

    @functools.cached_property
    def floor(self) -> float:
        """The return of doing nothing: as declared, or the null policy's mean."""
        if self.declared.floor is not None:
            return self.declared.floor
        totals = [rollout.total for rollout in self.survey.null_rollouts if not rollout.error]
        return sum(totals) / len(totals) if totals else 0.0


def _varying_places(answers: list[Action]) -> int:
    """The number of fields, at any depth, in which the answers differ."""
    places = [
        {path: value for path, value in subtrees(answer) if not isinstance(value, dict | list)}
        for answer in answers
    ]
    return sum(
        len({to_json(values.get(path)) for values in places}) > 1
        for path in set().union(*places)
        if not path.startswith("metadata")
    )


def _texts(value: Any) -> list[str]:
    """All texts in a value, except blank ones and those under `metadata` and `type`."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, dict):
        items = [item for key, item in value.items() if key not in ("metadata", "type")]
        return [text for item in items for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []

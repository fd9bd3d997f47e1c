"""Play an episode from its beginning, and let a policy go on with it."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from hallmark_rl.sdk.play.author_policies import Policy, action_data, drawn_action
from hallmark_rl.sdk.play.episode_request import EpisodeRequest, RequestProblem
from hallmark_rl.sdk.play.form_fields import FormField, random_action
from hallmark_rl.sdk.play.live_instance import ActionRefused, LiveInstance
from hallmark_rl.sdk.subject.description import Subject

RANDOM = "random"
"""The policy that draws actions from the schema, or from `actions()` of `proof.py`."""
_FAILURES = (Exception, SystemExit)
_RANDOM_TRIES = 20
MAX_RESULT_CHARS = 16_000_000
"""No step is begun after the steps so far take this much as JSON."""


class ReplayedEpisode:
    """One episode, played in this thread.

    Args:
        subject: the environment; without its `proof.py` unless `private`.
        request: what to play.
        fields: the form of actions.
        policies: the policies that may be asked for.
        private: whether to show what only the verifier knows.
        seconds: no step is begun after this time.
    """

    def __init__(
        self,
        subject: Subject,
        request: EpisodeRequest,
        fields: Sequence[FormField],
        policies: Mapping[str, Policy],
        *,
        private: bool,
        seconds: float,
    ) -> None:
        self._subject, self._request, self._fields = subject, request, fields
        self._policies, self._private = policies, private
        self._until = time.monotonic() + seconds
        self._actions: list[Any] = []
        self._steps: list[dict[str, Any]] = []
        self._problem = ""
        self._chars = 0

    def play(self) -> dict[str, Any]:
        """Play everything.

        Returns:
            `actions` that were played; `steps`, the first of which is the reset; `over`; `total`,
            the sum of rewards; `problem`, why not everything was played, or an empty text.

        Raises:
            RequestProblem: there is no such policy.
        """
        request = self._request
        if request.policy not in ("", RANDOM, *self._policies):
            raise RequestProblem(f"there is no policy {request.policy!r:.60}")
        try:
            instance = LiveInstance(self._subject, private=self._private)
        except _FAILURES as error:
            text = f": {error}" if self._private else ""
            self._problem = f"the environment cannot be made: {type(error).__name__}{text}"
            return self._result(over=True)
        try:
            self._keep(instance.reset(request.options))
            for action in request.actions:
                if not self._play(instance, action):
                    break
            for number in range(request.steps if request.policy and not self._problem else 0):
                if instance.over or not self._play_policy(instance, number):
                    break
            return self._result(instance.over)
        finally:
            instance.close()

    def _play(self, instance: LiveInstance, action: Any) -> bool:
        """Play one action; False if it was not played."""
        if instance.over:
            left = len(self._request.actions) - len(self._actions)
            self._problem = f"the episode is over: {left} further actions were not played"
        elif time.monotonic() > self._until:
            self._problem = "the environment takes too long: not every action was played"
        elif self._chars > MAX_RESULT_CHARS:
            self._problem = "the observations are too large: not every action was played"
        else:
            try:
                self._keep(instance.step(action))
            except ActionRefused as refusal:
                self._problem = f"the action is not valid: {refusal}"
            else:
                self._actions.append(action)
        return not self._problem

    def _keep(self, step: dict[str, Any]) -> None:
        self._steps.append(step)
        self._chars += len(json.dumps(step))

    def _play_policy(self, instance: LiveInstance, number: int) -> bool:
        name = self._request.policy
        if name == RANDOM:
            return self._play_random(instance, number)
        try:
            action = action_data(self._policies[name](instance.env, instance.observation))
        except _FAILURES as error:
            self._problem = f"{name} failed: {type(error).__name__}: {error}"
            return False
        if not self._play(instance, action):
            self._problem = f"{name}: {self._problem}"
        return not self._problem

    def _play_random(self, instance: LiveInstance, number: int) -> bool:
        """Play a random action that the action model accepts, if some can be found."""
        rng = random.Random(f"{self._request.draw} {len(self._actions)} {number}")
        words = re.findall(r"\w{1,20}", str(self._steps[-1].get("agent", "")))
        for _ in range(_RANDOM_TRIES):
            action = drawn_action(self._subject, rng)
            if action is None:
                action = random_action(self._fields, rng, words)
            self._problem = ""
            if self._play(instance, action):
                return True
        return False

    def _result(self, over: bool) -> dict[str, Any]:
        return {
            "actions": self._actions,
            "steps": self._steps,
            "over": over,
            "total": sum(step.get("gain", 0.0) for step in self._steps),
            "problem": self._problem,
        }

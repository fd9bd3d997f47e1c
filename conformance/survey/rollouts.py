"""Play whole episodes, by a policy or by given actions."""

from __future__ import annotations

import time
from typing import Any

from hallmark_rl.conformance.actions.action_source import action_to_dict
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import Driver, open_driver
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.remote_instance import instance_of, observation_of
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

POLICY_SECONDS = 20.0
"""Seconds after which an episode of a policy is cut."""
_ACTIONS_SECONDS = 4.0
_ANSWER_NAMES = ("is_correct", "correct")
_SUCCESS_NAMES = ("success", "solved", "won", "is_success", *_ANSWER_NAMES, "win")


def play_policy(
    subject: Subject,
    survey: Survey,
    policy: Any,
    seed: int | None,
    limit: int,
    responses: list[Response] | None = None,
    /,
    **setup: Any,
) -> Rollout:
    """Let `policy(env, observation) -> action` play one episode.

    Args:
        subject: the environment.
        survey: says whether the async methods are called.
        policy: given the instance itself (a `RemoteInstance` if the subject is a running server)
            and the last observation; what it raises is recorded in the rollout's `error`.
        seed: the seed of the reset.
        limit: the greatest number of steps; the episode is also cut after 20 seconds.
        responses: the responses to the reset and to each step are appended to it.
        setup: options of `reset()` beside the seed.
    """
    driver = open_driver(subject, use_async=survey.use_async)
    first = response = driver.reset(**({} if seed is None else {"seed": seed}), **setup)
    responses = [] if responses is None else responses
    responses.append(first)
    rollout = Rollout(seed, [], [], response.done, options=setup)
    rollout.secrets = declared_secrets(subject, driver)
    deadline = time.monotonic() + POLICY_SECONDS
    while not response.done and len(rollout.actions) < limit and time.monotonic() < deadline:
        try:
            action = action_to_dict(policy(instance_of(driver), observation_of(subject, response)))
        except Exception as error:
            rollout.error = f"it raised {type(error).__name__}: {error} (seed {seed})"
            break
        before, response = response, driver.step(action)
        responses.append(response)
        rollout.actions.append(action)
        rollout.rewards.append(response.numeric_reward)
        rollout.refused += bool(refusal(first, before, response, action))
        if response.data is None:
            rollout.error = (
                f"its action made step() raise {response.error}: {response.message} (seed {seed})"
            )
            break
    rollout.done = response.done
    is_whole = rollout.done or rollout.error or len(rollout.actions) >= limit
    rollout.out_of_time = not is_whole
    rollout.success = read_success(response.data)
    driver.close()
    return rollout


def play_actions(
    subject: Subject, survey: Survey, actions: list[Action], seed: int | None, /, **setup: Any
) -> Rollout:
    """Play given actions until the episode ends, at most for 4 seconds.

    `setup` are options of `reset()` beside the seed.
    """
    driver = open_driver(subject, use_async=survey.use_async)
    response = driver.reset(**({} if seed is None else {"seed": seed}), **setup)
    rollout = Rollout(seed, [], [], response.done, options=setup)
    spent = 0.0
    for action in actions:
        if response.done or spent > _ACTIONS_SECONDS:
            break
        response = driver.step(action)
        spent += response.seconds
        rollout.actions.append(action)
        rollout.rewards.append(response.numeric_reward)
        if response.data is None:
            rollout.error = f"{response.error}: {response.message}"
            break
    rollout.done = response.done
    rollout.success = read_success(response.data)
    driver.close()
    return rollout


def declared_secrets(subject: Subject, driver: Driver) -> list[str]:
    """The texts that `secrets(env)` in proof.py names; none if there is no such function."""
    function = getattr(subject.proof, "secrets", None)
    if not callable(function) or not isinstance(driver, InProcessDriver):
        return []
    try:
        return [str(secret) for secret in function(driver.env) if secret not in (None, "")]
    except Exception:
        return []


def is_still_secret(subject: Subject, driver: Driver, secret: str) -> bool:
    """Whether a text that `secrets(env)` named after the reset is still one that it names.

    An author may leave out what an agent has found since.
    """
    function = getattr(subject.proof, "secrets", None)
    if not callable(function) or not isinstance(driver, InProcessDriver):
        return True
    try:
        return secret in map(str, function(driver.env))
    except Exception:
        return True


def read_success(data: Any) -> bool | None:
    """The flag for success in a message, its metadata or its info; None if there is none.

    Of the names of such flags the first that is there counts: where `success` is null until the
    end, `won` says something else, such as that a bid was the highest.
    """
    return _success(data)[1]


def judges_one_answer(data: Any) -> bool:
    """Whether the flag of a message may be about the last answer alone, as `correct` may."""
    return _success(data)[0] in _ANSWER_NAMES


def _success(data: Any) -> tuple[str, bool | None]:
    """The name and the value of the flag for success in a message."""
    if not isinstance(data, dict):
        return "", None
    for part in (data, data.get("metadata"), data.get("info")):
        if isinstance(part, dict):
            for name in _SUCCESS_NAMES:
                if isinstance(part.get(name), bool):
                    return name, bool(part[name])
                if name in part and part[name] is None:
                    return name, None
    return "", None

"""Step: steps before reset() and after the end, and calls in any order."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated

_ERROR_WORDS = ("error", "reset", "not started", "no episode", "no active", "must", "invalid")


@check("step.before_reset")
def before_reset(context: CheckContext) -> None:
    for action in context.until_budget(context.pool[:12], least=4):
        driver = context.new_driver()
        response = driver.step(action)
        episode = Episode((Call("step", action),))
        if response.data is None:
            driver.close()
            continue
        if response.numeric_reward > 0:
            raise PropertyViolated(f"a step before reset() pays {response.reward}", episode)
        state = driver.state()
        count = (state.data or {}).get("step_count")
        if not _says_error(response.data) and not response.done and count not in (0, None):
            raise PropertyViolated(
                f"a step before reset() is counted as step {count} and reports no error", episode
            )
        driver.close()


@check("step.before_reset_clear")
def before_reset_clear(context: CheckContext) -> None:
    action = context.pool[0]
    response = context.new_driver().step(action)
    unspecific_errors = (
        "AttributeError",
        "TypeError",
        "KeyError",
        "IndexError",
        "NameError",
        "UnboundLocalError",
    )
    if (
        response.data is None
        and response.error in unspecific_errors
        and "reset" not in response.message.lower()
    ):
        raise PropertyViolated(
            f"a step before reset() raises {response}", Episode((Call("step", action),))
        )


def _says_error(data: dict[str, Any]) -> bool:
    """Whether a message reports an error, in a field named for errors or in its texts."""
    for key, value in data.items():
        named = any(word in key.lower() for word in ("error", "invalid", "warning"))
        if named and value not in (None, "", False, [], {}, 0):
            return True
        if isinstance(value, dict) and _says_error(value):
            return True
        if isinstance(value, str) and any(word in value.lower() for word in _ERROR_WORDS):
            return True
    return False


def _finished_episodes(
    context: CheckContext,
) -> list[tuple[Episode, InProcessDriver | Any, list[Response]]]:
    """Finished episodes of several kinds, each with its driver and its responses."""
    context.require_capability_absent("continuing", "episodes do not end")
    limit = min((context.declared.max_steps or 100) + 5, 300)
    episodes = [
        solution.episode("solution") for solution in context.survey.solutions[:2] if solution.done
    ]
    episodes += [context.random_episode(seed, limit) for seed in context.seeds[:2]]
    episodes += [
        Episode.of(context.seeds[0], [action] * limit, "repetition") for action in context.pool[:3]
    ]
    finished = []
    for episode in context.until_budget(episodes, least=3):
        driver = context.new_driver()
        trace = context.play(episode, driver)
        if trace[-1].done:
            example = Episode(episode.calls[: len(trace)], episode.label)
            finished.append((example, driver, trace))
    if not finished:
        raise EvidenceMissing(
            "no episode came to its end: write oracle(env, observation) -> action in proof.py"
        )
    return finished


def _next_actions(context: CheckContext, episode: Episode) -> list[Action]:
    """Steps to try after the end: the last action, which may have been paid, and other actions."""
    from hallmark_rl.conformance.checking.probes.constant_answers import constant_actions

    last_action = episode.actions[-1:]
    return [
        *last_action,
        *context.pool[:3],
        *last_action,
        *(constant_actions(context) if not context.slow else []),
    ]


@check("step.after_done_pays_nothing")
def after_done_pays_nothing(context: CheckContext) -> None:
    for episode, driver, _ in _finished_episodes(context):
        for number, action in enumerate(_next_actions(context, episode), start=1):
            response = driver.step(action)
            if response.numeric_reward > 0:
                example = Episode((*episode.calls, Call("step", action)), "after the end")
                raise PropertyViolated(
                    f"step {number} after the end pays {response.reward}", example
                )


@check("step.after_done_costs_nothing")
def after_done_costs_nothing(context: CheckContext) -> None:
    for episode, driver, _ in _finished_episodes(context):
        for number, action in enumerate(_next_actions(context, episode), start=1):
            response = driver.step(action)
            if response.numeric_reward < 0:
                example = Episode((*episode.calls, Call("step", action)), "after the end")
                raise PropertyViolated(
                    f"step {number} after the end costs {-response.numeric_reward:.4g}", example
                )


@check("step.done_stays")
def done_stays(context: CheckContext) -> None:
    for episode, driver, _ in _finished_episodes(context):
        for action in _next_actions(context, episode):
            response = driver.step(action)
            if response.data is not None and not response.done:
                example = Episode((*episode.calls, Call("step", action)), "after the end")
                raise PropertyViolated("a step after the end returns done=False", example)


@check("step.call_order", needs_fresh_process=True)
def machine(context: CheckContext) -> None:
    """Replay stored failures, then try random sequences of calls on two instances."""
    from hallmark_rl.conformance.checking.interleaved_sessions import (
        check_interleavings,
        replay_interleaved,
    )

    context.require_deterministic()
    context.new_in_process_driver()
    for episode in context.stored:
        replay_interleaved(context, episode)
    check_interleavings(context)

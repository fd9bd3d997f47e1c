"""Robustness: step() handles every action that the action model accepts."""

from __future__ import annotations

import json
import time
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.constant_answers import extreme_values
from hallmark_rl.conformance.checking.probes.odd_actions import (
    ODD_TEXTS,
    actions_with_text,
    boundary_actions,
    has_long_text,
    odd_actions,
    spoilt_examples,
    with_other_digits,
)
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_HUGE_LENGTH = 1_000_000
_HUGE_LIMIT_S = 5.0
"""Seconds that a text of that length may take beyond the declared time of a step."""


def _require_no_exception(context: CheckContext, action: Action) -> Response:
    """Repeat an action until the episode ends, at most 40 times; returns the last response."""
    driver = context.new_driver()
    calls = [Call("reset", options={"seed": context.seeds[0]})]
    response = context.call(driver, calls[0])
    for _ in range(1 if context.slow or has_long_text(action) else 40):
        calls.append(Call("step", action))
        response = driver.step(action)
        if response.data is None and response.error != "InvalidAction":
            text = f"step {len(calls) - 1} raises {response}"
            raise PropertyViolated(text, Episode(tuple(calls), "odd action"))
        if response.done or response.data is None:
            break
    driver.close()
    return response


@each_episode("robustness.valid_actions", odd_actions=True, long_episodes=True)
def valid_actions(context: CheckContext, episode: Episode) -> None:
    for number, response in enumerate(context.play(episode)):
        if (
            number
            and response.data is None
            and response.error not in ("InvalidAction", "VALIDATION_ERROR")
        ):
            example = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"step {number} raises {response}", example)


@check("robustness.unicode")
def unicode(context: CheckContext) -> None:
    texts = [*ODD_TEXTS, *spoilt_examples(context)]
    actions = [action for text in texts for action in actions_with_text(context, text)]
    actions += with_other_digits(context) if actions else ()
    if not actions:
        raise NotApplicable("the action has no text field")
    for action in context.until_budget(actions, least=len(ODD_TEXTS)):
        if context.source.valid(action):
            _require_no_exception(context, action)


@check("robustness.boundary")
def boundary(context: CheckContext) -> None:
    actions = [action for action in boundary_actions(context) if context.source.valid(action)]
    if not actions:
        raise NotApplicable("the action has no numbers or lists")
    for action in context.until_budget(actions, least=24):
        _require_no_exception(context, action)


@check("robustness.huge")
def huge(context: CheckContext) -> None:
    tried = 0
    for action in actions_with_text(context, "a" * _HUGE_LENGTH):
        if context.source.valid(action):
            tried += 1
            usual_seconds, seconds = (
                _seconds(context, context.source.minimal() or action),
                _seconds(context, action),
            )
            # On a busy machine a small text takes long as well.
            if seconds > _HUGE_LIMIT_S + context.declared.step_s and seconds > 5 * usual_seconds:
                example = Episode.of(context.seeds[0], [action], "huge text")
                raise PropertyViolated(
                    f"a text of a million characters takes {seconds:.1f} s", example
                )
    if not tried:
        raise NotApplicable("the action has no text field, or all limit the length")


def _seconds(context: CheckContext, action: Action) -> float:
    began = time.monotonic()
    _require_no_exception(context, action)
    return time.monotonic() - began


@check("robustness.echo")
def echo(context: CheckContext) -> None:
    marker = "qzx" * (_HUGE_LENGTH // 3)
    for action in actions_with_text(context, marker):
        if context.source.valid(action):
            response = _require_no_exception(context, action)
            size = len(json.dumps(response.data, default=repr))
            if size > _HUGE_LENGTH // 2:
                example = Episode.of(context.seeds[0], [action], "huge text")
                raise PropertyViolated(
                    f"the observation after a text of a million characters has {size:,} characters",
                    example,
                )


@check("robustness.coercion", needs_fresh_process=True)
def coercion(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    tried = 0
    flags = [(name, value) for name, value in extreme_values(context) if isinstance(value, bool)]
    actions = [*({**context.pool[0], name: value} for name, value in flags), *context.pool]
    pairs = [
        (action, {key: _loosened(value) for key, value in action.items()}) for action in actions
    ]
    changed = [
        (action, loosened_action)
        for action, loosened_action in pairs
        if repr(action) != repr(loosened_action)
    ]
    for action, loosened_action in context.until_budget(changed[:16], least=4):
        if not context.source.valid(action) or not context.source.valid(loosened_action):
            continue
        tried += 1
        exact = Episode.of(context.seeds[0], [action, *context.pool[:2]])
        other = Episode.of(context.seeds[0], [loosened_action, *context.pool[:2]], "coerced")
        difference = content_difference(
            context.play_in_fresh_process(exact), context.play_messages(other)
        )
        if difference is not None:
            raise PropertyViolated(
                f"written as {loosened_action}, the action plays differently: message{difference}",
                other,
            )
    if not tried:
        raise NotApplicable("the action model coerces no value")


def _loosened(value: Any) -> Any:
    """The value as text if it is a bool or an int."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return value


@check("robustness.exit")
def no_exit(context: CheckContext) -> None:
    """Raise on a `SystemExit` from step(), which would end the server."""
    context.new_in_process_driver().close()
    for action in context.until_budget([*context.pool, *odd_actions(context)], least=20):
        driver = context.new_driver()
        driver.reset(seed=context.seeds[0])
        response = driver.step(action)
        driver.close()
        if response.error in ("SystemExit", "KeyboardInterrupt"):
            raise PropertyViolated(
                f"step() raises {response}", Episode.of(context.seeds[0], [action])
            )


@check("robustness.many_resets")
def many_resets(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    count = (
        100 if context.survey.reset_s < 0.02 else max(3, int(2 / max(context.survey.reset_s, 1e-3)))
    )
    for number in range(min(100, count)):
        response = driver.reset()
        if response.data is None:
            raise PropertyViolated(
                f"reset {number + 1} in a row raises {response}", Episode.of(None, [])
            )

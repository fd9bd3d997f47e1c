"""Robustness: whatever the action model accepts is survived."""

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
)
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_HUGE = 1_000_000


def _require_survived(context: CheckContext, action: Action, warm: int = 1) -> Response:
    driver = context.new_driver()
    calls = [Call("reset", options={"seed": context.seeds[0]})]
    calls += [Call("step", other) for other in context.pool[: warm - 1]]
    seen = [context.call(driver, call) for call in calls][-1]
    for _ in range(1 if context.slow or has_long_text(action) else 40):
        calls.append(Call("step", action))
        seen = driver.step(action)
        if seen.data is None and seen.error != "InvalidAction":
            text = f"step {len(calls) - warm} raises {seen}"
            raise PropertyViolated(text, Episode(tuple(calls), "odd action"))
        if seen.done or seen.data is None:
            break
    driver.close()
    return seen


@each_episode("robustness.valid_actions", odd=True)
def valid_actions(context: CheckContext, episode: Episode) -> None:
    for number, seen in enumerate(context.play(episode)):
        if number and seen.data is None and seen.error not in ("InvalidAction", "VALIDATION_ERROR"):
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"step {number} raises {seen}", shown)


@check("robustness.unicode")
def unicode(context: CheckContext) -> None:
    actions = [action for text in ODD_TEXTS for action in actions_with_text(context, text)]
    if not actions:
        raise NotApplicable("actions have no free text")
    for action in context.until_budget(actions, least=24):
        if context.source.valid(action):
            _require_survived(context, action)


@check("robustness.boundary")
def boundary(context: CheckContext) -> None:
    actions = [action for action in boundary_actions(context) if context.source.valid(action)]
    if not actions:
        raise NotApplicable("actions have no numbers or lists")
    for action in context.until_budget(actions, least=24):
        _require_survived(context, action)


@check("robustness.huge")
def huge(context: CheckContext) -> None:
    tried = 0
    for action in actions_with_text(context, "a" * _HUGE):
        if context.source.valid(action):
            tried += 1
            usual, spent = (
                _seconds(context, context.source.minimal() or action),
                _seconds(context, action),
            )
            # What a small text costs as well is the machine's doing.
            if spent > 5.0 + context.declared.step_s and spent > 5 * usual:
                shown = Episode.of(context.seeds[0], [action], "huge text")
                raise PropertyViolated(f"a text of a million characters takes {spent:.1f} s", shown)
    if not tried:
        raise NotApplicable("the model bounds its texts, or has none")


def _seconds(context: CheckContext, action: Action) -> float:
    began = time.monotonic()
    _require_survived(context, action)
    return time.monotonic() - began


@check("robustness.echo")
def echo(context: CheckContext) -> None:
    marker = "qzx" * (_HUGE // 3)
    for action in actions_with_text(context, marker):
        if context.source.valid(action):
            seen = _require_survived(context, action)
            size = len(json.dumps(seen.data, default=repr))
            if size > _HUGE // 2:
                shown = Episode.of(context.seeds[0], [action], "huge text")
                raise PropertyViolated(
                    f"a text of a million characters comes back in {size:,}", shown
                )


@check("robustness.coercion", clean=True)
def coercion(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    tried = 0
    flags = [(name, value) for name, value in extreme_values(context) if isinstance(value, bool)]
    written = [*({**context.pool[0], name: value} for name, value in flags), *context.pool]
    loosened = [(one, {key: _loosened(value) for key, value in one.items()}) for one in written]
    changed = [(one, loose) for one, loose in loosened if repr(one) != repr(loose)]
    for action, loose in context.until_budget(changed[:16], least=4):
        if not context.source.valid(action) or not context.source.valid(loose):
            continue
        tried += 1
        exact = Episode.of(context.seeds[0], [action, *context.pool[:2]])
        other = Episode.of(context.seeds[0], [loose, *context.pool[:2]], "coerced")
        found = content_difference(
            context.play_in_fresh_process(exact), context.play_messages(other)
        )
        if found is not None:
            raise PropertyViolated(
                f"written as {loose} it plays differently: message{found}", other
            )
    if not tried:
        raise NotApplicable("the model coerces nothing")


def _loosened(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return value


@check("robustness.exit")
def no_exit(context: CheckContext) -> None:
    """A `SystemExit` that leaves step() is caught by the suite: it would end a server's session."""
    context.new_in_process_driver().close()
    for action in context.until_budget([*context.pool, *odd_actions(context)], least=20):
        driver = context.new_driver()
        driver.reset(seed=context.seeds[0])
        seen = driver.step(action)
        driver.close()
        if seen.error in ("SystemExit", "KeyboardInterrupt"):
            raise PropertyViolated(f"step() raises {seen}", Episode.of(context.seeds[0], [action]))


@check("robustness.many_resets")
def many_resets(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    count = (
        100 if context.survey.reset_s < 0.02 else max(3, int(2 / max(context.survey.reset_s, 1e-3)))
    )
    for number in range(min(100, count)):
        seen = driver.reset()
        if seen.data is None:
            raise PropertyViolated(f"reset number {number + 1} raises {seen}", Episode.of(None, []))

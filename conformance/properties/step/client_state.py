"""Step: state that a client sends back with changed numbers is not believed."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.reset_options import reset_options
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_CLAIM = 918_273
"""A number that no honest episode earns."""
_SCORES = ("score", "reward", "total_reward", "cumulative_reward")
_STEPS = 2


@check("step.client_state")
def client_state(context: CheckContext) -> None:
    """Send back what observation and state show, with every number and flag changed."""
    seed = context.seeds[0]
    driver = context.new_driver()
    driver.reset(seed=seed)
    shown = {**(driver.state().data or {}), **(driver.step(context.pool[0]).data or {})}
    driver.close()
    honest = max(
        [1.0]
        + [
            abs(reward)
            for rollout in [*context.survey.solutions, *context.survey.random_rollouts]
            for reward in rollout.rewards
        ]
    )
    tried = 0
    for episode in context.until_budget(_episodes(context, shown, seed), least=30):
        tried += 1
        for response in context.play(episode)[1:]:
            if abs(response.numeric_reward) > max(1000 * honest, _CLAIM / 100):
                raise PropertyViolated(
                    f"state that the client sent sets the reward to {response.reward}", episode
                )
    if not tried:
        raise NotApplicable("neither the action nor reset() takes a value that an answer shows")


def _episodes(context: CheckContext, shown: dict[str, Any], seed: int) -> Iterator[Episode]:
    """Episodes with tampered values in the action, and in options of reset()."""
    actions = context.pool[:4]
    fields = context.source.schema.get("properties", {})
    for name, value in _tampered(shown):
        if name not in fields and context.source.schema.get("additionalProperties") is not True:
            continue
        for action in actions:
            changed: Action = {**action, name: value}
            if context.source.valid(changed):
                yield Episode.of(seed, [changed, *actions[:1]], "state sent back")
    inner = {path.rpartition(".")[2]: value for path, value in subtrees(shown) if path}
    whole = {name: _changed(value) for name, value in {**inner, **shown}.items()}
    whole |= dict.fromkeys(_SCORES, _CLAIM)
    for name in fields:
        for value in (whole, json.dumps(whole, default=repr)):
            changed = {**actions[0], name: value}
            if name != "metadata" and name not in shown and context.source.valid(changed):
                yield Episode.of(seed, [changed, *actions[:1]], "state sent back")
    options = reset_options(context)
    tampered = dict(_tampered(shown))
    for name in options:
        for value in [tampered[name]] if name in tampered else (whole, json.dumps(whole)):
            calls = [Call("reset", options={"seed": seed, name: value})]
            steps = [Call("step", action) for action in actions[:_STEPS]]
            yield Episode((*calls, *steps), "state sent back")


def _tampered(shown: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in shown.items():
        changed = _changed(value)
        if changed != value and name not in ("done", "metadata"):
            yield name, changed


def _changed(value: Any) -> Any:
    """A value with other numbers and flags, also in JSON texts, plain or in base64."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float) or value is None:
        return _CLAIM
    if isinstance(value, dict):
        return {key: _changed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_changed(inner) for inner in value]
    if isinstance(value, str):
        return _changed_text(value)
    return value


def _changed_text(text: str) -> str:
    try:
        return json.dumps(_changed(json.loads(text)))
    except (ValueError, RecursionError):
        pass
    try:
        inner = json.loads(base64.b64decode(text, validate=True))
    except (ValueError, binascii.Error, RecursionError):
        return text
    return base64.b64encode(json.dumps(_changed(inner)).encode()).decode()

"""Step: state that a client sends back with changed numbers is not believed."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.actions.source_words import source_words
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.reset_options import reset_options
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates

_CLAIM = 918_273
"""A number that no honest episode earns."""
_SCORES = ("score", "reward", "total_reward", "cumulative_reward")
_STEPS = 2
_CLAIMS = (10, 1, 100)
"""Numbers that are claimed for everything: they count as true as well."""
_CLAIM_SEEDS, _CLAIM_SHARE = 8, 0.9
"""Seeds on all of which a claim must earn this share of what solving earns."""


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
    tried += _require_claims_unpaid(context, shown)
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


def _require_claims_unpaid(context: CheckContext, shown: dict[str, Any]) -> int:
    """Raise if an object of an action that claims one number for everything solves every seed.

    The claimed names are those that messages show and those by which the source looks values up;
    numbers and flags of the action say the same. Returns how many actions were tried.
    """
    best = context.declared.success
    if best is None:
        best = max((rollout.total for rollout in context.survey.solutions), default=None)
    if best is None or best <= 0:
        return 0
    inner = [path.rpartition(".")[2] for path, _ in subtrees(shown) if path and "[" not in path]
    names = dict.fromkeys([*source_words(context.subject).keys, *inner])
    tried = 0
    for claimed, honest in _claims(context, list(names)):
        tried += 1
        paid = [_total(context, claimed, seed) for seed in context.seeds[:_CLAIM_SEEDS]]
        if min(paid) < _CLAIM_SHARE * best:
            continue
        if max(_total(context, honest, seed) for seed in context.seeds[:_CLAIM_SEEDS]) < min(paid):
            raise PropertyViolated(
                f"what the client claims in an object is believed: this action earns {paid[0]:.4g} "
                f"on each of {len(paid)} seeds, and less without its claims",
                Episode.of(context.seeds[0], [claimed], "claims"),
            )
    return tried


def _claims(context: CheckContext, names: list[str]) -> Iterator[tuple[Action, Action]]:
    """Actions with claims in an object, each with the same action without them."""
    for base in templates(context.source, context.pool):
        slots = slots_of(context.source, base)
        objects = [slot for slot in slots if "object" in slot.kinds and len(slot.keys) == 1]
        numbers = [s for s in slots if s.kinds <= {"integer", "number"} and not s.choices]
        for slot in objects:
            for number in _CLAIMS:
                honest = base
                for other in numbers:
                    honest = filled(honest, other, number)
                claimed = filled(honest, slot, dict.fromkeys(names, number))
                honest = filled(honest, slot, {})
                if context.source.valid(claimed) and context.source.valid(honest):
                    yield claimed, honest


def _total(context: CheckContext, action: Action, seed: int) -> float:
    trace = context.play(Episode.of(seed, [action]))
    return sum(response.numeric_reward for response in trace[1:])


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

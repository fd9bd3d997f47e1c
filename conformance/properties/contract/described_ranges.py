"""Contract: numbers are within the range that the description of their field names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.actions.action_source import action_schema
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.stated_ranges import described_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import observation_schema
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.sdk.common.schema_refs import resolve

_ROUNDING = 1e-9


@check("contract.described_ranges")
def described_ranges(context: CheckContext) -> None:
    """Compare described ranges with the schema, with solutions, and with what is shown."""
    action = context.survey.schema or action_schema(context.subject.action_type)
    sent = dict(described_numbers(action))
    observation = observation_schema(context)
    shown = dict(described_numbers(observation))
    if not sent and not shown:
        raise NotApplicable("no description of a number names its range")
    for name, (low, high) in sent.items():
        _require_admitted(name, low, high, resolve(action, action["properties"][name]))
    for solution in context.survey.solutions:
        for place, values in enumerate(solution.actions):
            beyond = _beyond(sent, values, action)
            if beyond:
                actions = solution.actions[: place + 1]
                raise PropertyViolated(
                    f"a solution sends {beyond}",
                    Episode.of(solution.seed, actions, "described range", **solution.options),
                )
    if not shown:
        return
    survey = context.survey
    outside: dict[str, tuple[str, Episode]] = {}
    within: set[str] = set()
    for rollout in context.until_budget(
        [*survey.solutions[:4], *survey.random_rollouts[:4], *survey.null_rollouts[:2]], least=4
    ):
        episode = Episode.of(rollout.seed, rollout.actions, "described range", **rollout.options)
        for steps, response in enumerate(context.play(episode)):
            for name, value in _numbers(shown, response.data or {}, observation):
                problem = _beyond(shown, {name: value}, observation)
                within |= set() if problem else {name}
                if problem:
                    text = f"after {steps} steps the observation shows {problem}"
                    outside.setdefault(name, (text, episode))
    for name in sorted(outside.keys() & within):  # else the range is one of something else
        raise PropertyViolated(*outside[name])


def _require_admitted(name: str, low: float, high: float, field: Mapping[str, Any]) -> None:
    """Raise if the schema forbids an end of the described range."""
    refused = [
        end
        for end in (low, high)
        if end < field.get("minimum", end)
        or end > field.get("maximum", end)
        or end <= field.get("exclusiveMinimum", end - 1)
        or end >= field.get("exclusiveMaximum", end + 1)
    ]
    if refused:
        raise PropertyViolated(
            f"the description of {name!r} names {low:g} to {high:g}, the action model refuses "
            f"{refused[0]:g}"
        )


def _numbers(
    ranges: Mapping[str, tuple[float, float]],
    values: Mapping[str, Any],
    schema: Mapping[str, Any],
) -> Iterator[tuple[str, float]]:
    """The values of fields with a range that are numbers, and not the default."""
    for name in ranges:
        value = values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if value != schema["properties"][name].get("default"):
            yield name, value


def _beyond(
    ranges: Mapping[str, tuple[float, float]],
    values: Mapping[str, Any],
    schema: Mapping[str, Any],
) -> str:
    """The first value beyond its described range that is not the default; empty if none is."""
    for name, value in _numbers(ranges, values, schema):
        low, high = ranges[name]
        if not low - _ROUNDING <= value <= high + _ROUNDING:
            return f"{name} = {value!r}, its description names {low:g} to {high:g}"
    return ""

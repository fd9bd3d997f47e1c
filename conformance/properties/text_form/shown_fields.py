"""Text form: what the oracle reads in an observation is in the text that the model sees."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.text_module import (
    levels_of,
    observations,
    text_function,
)
from hallmark_rl.conformance.survey.rollouts import play_policy

_SEEDS, _FEWEST = 8, 3
_STEPS = 5
_LONG = 20
"""Characters of a text that may say what another field holds."""
_OWN = ("reward", "done", "metadata")


@check("text.shown_fields")
def shown_fields(context: CheckContext) -> None:
    """Put another seed's value into each field: does the oracle answer otherwise, and the text?"""
    render = text_function(context, "render")
    oracle = oracle_of(context)
    tried = False
    for level in levels_of(context):
        options = {} if level is None else {"level": level}
        firsts = list(_first_observations(context, options))
        varying = _varying_fields([seen for _, seen in firsts])
        for name in varying:
            others = [item for item in varying if item != name]
            if any(_may_tell(render, seen, others) for _, seen in firsts):
                continue  # what the field holds may be drawn or described there
            hidden, read = 0, 0
            for (seed, seen), (_, other) in zip(firsts, [*firsts[1:], firsts[0]], strict=True):
                changed = _with_field(seen, name, getattr(other, name))
                if changed is None or getattr(seen, name) == getattr(other, name):
                    continue
                tried = True
                try:
                    hidden += render(changed) == render(seen)
                except Exception:  # text.render reports it
                    return
                read += _answers(context, oracle, seed, options, name, getattr(other, name)) != (
                    _answers(context, oracle, seed, options)
                )
                if hidden < read:
                    break
            if hidden >= _FEWEST and read >= _FEWEST:
                raise PropertyViolated(
                    f"with another {name!r} the oracle acts otherwise on {read} tasks, but "
                    f"render() returns the same text on all {hidden}: the model cannot see it",
                    Episode.of(firsts[0][0], [], "opening", **options),
                )
    if not tried:
        raise NotApplicable("no field that differs between seeds must stand in the text itself")


def _first_observations(
    context: CheckContext, options: dict[str, Any]
) -> Iterator[tuple[int, Any]]:
    for seed in context.seeds[:_SEEDS]:
        for seen, _ in observations(context, Episode.of(seed, [], "opening", **options)):
            yield seed, seen


def _varying_fields(seen: list[Any]) -> list[str]:
    """Fields of observations that differ between the seeds; without what belongs to OpenEnv."""
    names = [*getattr(type(seen[0]), "model_fields", ())] if seen else []
    return [
        name
        for name in names
        if name not in _OWN and len({repr(getattr(item, name, None)) for item in seen}) > 1
    ]


def _may_tell(render: Any, seen: Any, names: list[str]) -> bool:
    """Whether the text holds a longer text of a field, such as a map or a description."""
    try:
        text = render(seen)
    except Exception:  # text.render reports it
        return False
    for name in names:
        value = getattr(seen, name)
        lines = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        lines = [line for line in lines if isinstance(line, str) and line and line in text]
        if sum(map(len, lines)) >= _LONG:
            return True
    return False


def _with_field(seen: Any, name: str, value: Any) -> Any:
    """A copy of an observation with another value of one field; None if it has no such copy."""
    try:
        return seen.model_copy(update={name: copy.deepcopy(value)})
    except Exception:
        return None


def _answers(
    context: CheckContext,
    oracle: Any,
    seed: int,
    options: dict[str, Any],
    name: str = "",
    value: Any = None,
) -> list[Action] | str:
    """What the oracle does if a field always has the given value; its error if it fails."""

    def policy(env: Any, seen: Any) -> Any:
        return oracle(env, _with_field(seen, name, value) if name else seen)

    rollout = play_policy(context.subject, context.survey, policy, seed, _STEPS, **options)
    return rollout.error or rollout.actions

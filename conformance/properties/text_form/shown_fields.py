"""Text form: what the oracle reads in an observation is in the text that the model sees."""

from __future__ import annotations

import copy
import itertools
import re
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
_SEVERAL = 3
"""Numbers of a field that words of another text would hardly tell."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MOST_NUMBERS = 12
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
            seen_first = [seen for _, seen in firsts]
            if any(_may_tell(render, seen, others) for seen in seen_first) and not all(
                _are_missing(render, seen, name) for seen in seen_first
            ):
                continue  # what the field holds may be drawn or described there
            outcomes = []
            for place, (seed, seen) in enumerate(firsts):
                following = [item for _, item in [*firsts[place + 1 :], *firsts[:place]]]
                values = [getattr(item, name) for item in following]
                value = next((v for v in values if v != getattr(seen, name)), None)
                if value is None:
                    continue
                changed = _with_field(seen, name, value)
                if changed is None:
                    continue
                tried = True
                is_read = _is_read(context, oracle, seed, options, name, value)
                try:
                    outcomes += [render(changed) == render(seen)] if is_read else []
                except Exception:  # text.render reports it
                    return
            if len(outcomes) >= _FEWEST and all(outcomes) and not _follows(render, firsts, name):
                raise PropertyViolated(
                    f"with another {name!r} the oracle acts otherwise on {len(outcomes)} tasks, "
                    "but render() returns the same text on all of them: the model cannot see it",
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


def _are_missing(render: Any, seen: Any, name: str) -> bool:
    """Whether a field holds several numbers, and a text of words shows none of them."""
    value = getattr(seen, name)
    items = [*value.values()] if isinstance(value, dict) else value
    if not isinstance(items, list) or len(items) < _SEVERAL:
        return False
    if not all(isinstance(item, int | float) and not isinstance(item, bool) for item in items):
        return False
    text = render(seen)
    is_worded = len(re.findall(r"[^\W\d_]{2,}", text)) >= _SEVERAL  # a drawing is not
    return is_worded and not {str(item) for item in items} & set(_NUMBER.findall(text))


def _is_read(
    context: CheckContext, oracle: Any, seed: int, options: dict[str, Any], name: str, value: Any
) -> bool:
    """Whether the oracle acts otherwise with another value of a field, and only then."""
    plain, again = (_answers(context, oracle, seed, options) for _ in range(2))
    return plain == again != _answers(context, oracle, seed, options, name, value)


def _follows(render: Any, firsts: list[tuple[int, Any]], name: str) -> bool:
    """Whether the field is, on each seed, a number that two shown ones give, or one off one."""
    for _, seen in firsts:
        value = getattr(seen, name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        shown = [float(text) for text in _NUMBER.findall(render(seen))][:_MOST_NUMBERS]
        given = {sum(shown), float(len(shown))}
        given |= {one + step for one in shown for step in (-1, 0, 1)}
        for one, other in itertools.permutations(shown, 2):
            given |= {one + other, one - other, one * other}
        if value not in given:
            return False
    return True


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

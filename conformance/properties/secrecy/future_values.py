"""Secrecy: values that the observation shows later are not readable earlier."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import PropertyViolated

Values = dict[str, Any]
"""Numbers and texts by path; `path#0` is the first number in the text at that path."""

_SEEDS = range(1, 25)
_STEPS = 4
_LEAST_SEEDS = 8
"""Seeds on which a value must be new before it is compared."""
_ERROR_RATE = 1e-6
"""Accepted probability of a false alarm."""
_HISTORY_NAMES = re.compile(
    r"(^|[._])(history|past|log|trace|previous|prior|earlier|seen|so_far|until_now|record|played)"
)
_IDENTIFIERS = re.compile(
    r"(^|_)(id|ids|seed|task|level|difficulty|scenario|episode|split|mode)(_|$)"
)


@dataclass(frozen=True)
class Moment:
    """The observation, metadata and state after one call."""

    shown: Values
    metadata: Values
    state: Values


@check("secrecy.future_values")
def nothing_ahead(context: CheckContext) -> None:
    """Play the same actions on 24 seeds and search each step's new values in what came before."""
    context.require_deterministic()
    for actions in context.until_budget(_action_lists(context), least=2):
        moments = {seed: _moments(context, seed, actions) for seed in _SEEDS}
        _require_not_in_state(context, moments, actions)
        _require_no_future_in_history(moments, actions)


def _action_lists(context: CheckContext) -> list[list[Action]]:
    """Lists of actions to play on every seed; they do not depend on the task."""
    random_lists = [
        context.random_episode(1, _STEPS, f"ahead {number}").actions for number in range(2)
    ]
    return [*random_lists, *([action] * _STEPS for action in context.pool[:6])]


def _moments(context: CheckContext, seed: int, actions: list[Action]) -> list[Moment]:
    driver = context.new_driver()
    moments = []
    response = driver.reset(seed=seed, episode_id="same")
    for action in [*actions, None]:
        if response.data is None:
            break
        moments.append(_moment(response, driver.state()))
        if response.done or action is None:
            break
        response = driver.step(action)
    driver.close()
    return moments


def _moment(response: Response, state: Response) -> Moment:
    data = dict(response.data or {})
    metadata = data.pop("metadata", None)
    for name in ("reward", "done"):
        data.pop(name, None)
    return Moment(*(dict(_values_by_place(part)) for part in (data, metadata, state.data)))


def _values_by_place(message: Any) -> Iterator[tuple[str, Any]]:
    """Every (path, value) of the numbers and texts in a message, and of the numbers in texts."""
    for path, value in subtrees(message):
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield path, value
        elif isinstance(value, str) and value:
            yield path, value
            for number, digits in enumerate(re.findall(r"\d+(?:\.\d+)?", value)[:20]):
                yield f"{path}#{number}", float(digits)


def _new_values(moments_by_seed: dict[int, list[Moment]], step: int) -> dict[str, dict[int, Any]]:
    """Values of the observation at a step that no earlier observation had at that path.

    Returns the values by path and seed, for paths whose values vary enough between seeds.
    """
    new: dict[str, dict[int, Any]] = {}
    for seed, moments in moments_by_seed.items():
        if len(moments) > step:
            before = [moment.shown for moment in moments[:step]]
            for path, value in moments[step].shown.items():
                if all(shown.get(path) != value for shown in before):
                    new.setdefault(path, {})[seed] = value
    return {path: values for path, values in new.items() if _not_by_chance(list(values.values()))}


def _not_by_chance(values: list[Any]) -> bool:
    """Whether so many values would all be guessed with a probability below `_ERROR_RATE`."""
    counts = Counter(map(repr, values)).values()
    equal_probability = sum(count * count for count in counts) / max(1, len(values)) ** 2
    return len(values) >= _LEAST_SEEDS and equal_probability ** len(values) < _ERROR_RATE


def _matches_value(early: Any, late: Any) -> bool:
    """Whether an early value equals a late value or, for texts, is a word of it."""
    if isinstance(early, str) and isinstance(late, str) and len(early) >= 3:
        return re.search(rf"(?<!\w){re.escape(early)}(?!\w)", late) is not None
    return type(early) is not str and type(late) is not str and bool(early == late)


def _require_not_in_state(
    context: CheckContext, moments_by_seed: dict[int, list[Moment]], actions: list[Action]
) -> None:
    """Raise if state or metadata contain after the reset a value that is shown only later."""
    places = (
        ["metadata"] if "open_state" in context.declared.capabilities else ["state", "metadata"]
    )
    for step in range(1, _STEPS + 1):
        for path, new in _new_values(moments_by_seed, step).items():
            if _IDENTIFIERS.search(path.rpartition(".")[2]):
                continue
            shown_earlier = _places_holding(
                [[moment.shown for moment in moments_by_seed[seed][:step]] for seed in new], new
            )
            for place in () if shown_earlier else places:
                at_reset = [[getattr(moments_by_seed[seed][0], place)] for seed in new]
                names = [
                    name for name in _places_holding(at_reset, new) if not _IDENTIFIERS.search(name)
                ]
                if names and _not_by_chance(
                    [moments_by_seed[seed][0].__dict__[place][names[0]] for seed in new]
                ):
                    raise PropertyViolated(
                        f"on {len(new)} seeds, {place}'s {names[0]} contains after the reset what "
                        f"the observation's {path} shows after step {step}",
                        Episode.of(next(iter(new)), actions[:step], "ahead"),
                    )


def _require_no_future_in_history(
    moments_by_seed: dict[int, list[Moment]], actions: list[Action]
) -> None:
    """Raise if fields named as a history contain the next step's values, at two steps."""
    violations: list[tuple[str, str]] = []
    for step in range(1, _STEPS + 1):
        for path, new in _new_values(moments_by_seed, step).items():
            if _HISTORY_NAMES.search(path):
                continue
            before = [moments_by_seed[seed][step - 1].shown for seed in new]
            if _follows([shown.get(path) for shown in before], list(new.values())):
                continue
            names = _places_holding([[shown] for shown in before], new)
            if names and all(_HISTORY_NAMES.search(name) for name in names):
                violations.append((names[0], path))
                break
    if len(violations) >= 2:
        name, path = violations[0]
        raise PropertyViolated(
            f"{name} contains what {path} shows a step later",
            Episode.of(next(iter(moments_by_seed)), actions[: len(violations)], "ahead"),
        )


def _follows(early: list[Any], late: list[Any]) -> bool:
    """Whether each value tells the next one: a weekday, for example, is followed by another."""
    pairs = {(repr(one), repr(other)) for one, other in zip(early, late, strict=True)}
    values = {one for one, _ in pairs}
    return len(pairs) == len(values) and 2 * len(values) <= len(early)


def _places_holding(before: list[list[Values]], new: dict[int, Any]) -> list[str]:
    """The paths that hold, on every seed and at one of its moments, the seed's new value."""
    common: set[str] | None = None
    for moments, late in zip(before, new.values(), strict=True):
        places = {
            place
            for values in moments
            for place, early in values.items()
            if _matches_value(early, late)
        }
        common = places if common is None else common & places
        if not common:
            return []
    return sorted(common or ())

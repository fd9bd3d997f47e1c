"""Scripts of actions whose values follow from the first message by a simple rule.

The rules are learned from solved tasks: a value is constant, a fixed multiple of a shown number, or
lies on a line over it, is a shown value, or goes with one word of the message.
"""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, to_json

ValueRule = Callable[[Mapping[str, Any]], Any]
"""From the features of a first message to a value; None if the rule does not know it."""

_MOST_KINDS = 8
"""Different values of a feature that a rule may tell apart; more identify the task."""
_LEAST_RIGHT = 0.75
"""Share of the solved tasks on which a rule must hold."""
_LEAST_TASKS_OF_A_KIND = 2
_LONGEST_TEXT_WORDS = 60
_LARGEST = 1e15
_MOST_NUMBERS = 12
"""Numbers of a text that are read."""
_FEWEST_POINTS, _NEAR = 8, 0.03
"""Different numbers through which a line must go, and how near, as a share of their spread."""


@dataclass(frozen=True)
class Script:
    """Actions whose fields are rules."""

    steps: tuple[Mapping[str, ValueRule], ...]

    def actions(self, message: Mapping[str, Any]) -> list[Action] | None:
        """The actions for a first message; None if a rule does not know a value."""
        shown = features(message)
        made = [{name: rule(shown) for name, rule in step.items()} for step in self.steps]
        return None if any(value is _UNKNOWN for step in made for value in step.values()) else made


_UNKNOWN = object()


def features(message: Mapping[str, Any]) -> dict[str, Any]:
    """The scalars of a message and the words of its texts, by their paths."""
    found: dict[str, Any] = {}
    for path, value in subtrees(dict(message)):
        if isinstance(value, bool | int | float | str):
            found[path] = value
        elif isinstance(value, list):
            found[f"{path} (count)"] = len(value)
        if isinstance(value, str):
            words = re.findall(r"[\w'-]+", value.lower())[:_LONGEST_TEXT_WORDS]
            for place, word in enumerate(words):
                found[f"{path}, word {place + 1}"] = word
                found[f"{path}, word {place - len(words)}"] = word
            digits = re.findall(r"\d{1,15}", value)[:_MOST_NUMBERS]
            for place, number in enumerate(map(int, digits)):
                found[f"{path}, number {place + 1}"] = number
                found[f"{path}, number {place - len(digits)}"] = number
    numbers = [(path, value) for path, value in found.items() if type(value) is int]
    for path, value in numbers:
        for count in (1, 2):
            if abs(value) >= 10**count:
                found[f"{path} (last {count} digits)"] = abs(value) % 10**count
    return found


def learn_script(examples: list[tuple[Mapping[str, Any], list[Action]]]) -> Script | None:
    """The script that most solutions follow; None if they follow none.

    Args:
        examples: first messages of different tasks, each with a solution.
    """
    shapes = Counter(_shape(actions) for _, actions in examples)
    if not shapes:
        return None
    shape, count = shapes.most_common(1)[0]
    if not shape or count < _LEAST_RIGHT * len(examples):
        return None
    alike = [(features(shown), actions) for shown, actions in examples if _shape(actions) == shape]
    steps = []
    for place, names in enumerate(shape):
        rules = {}
        for name in names:
            rule = _learn_value([(shown, actions[place][name]) for shown, actions in alike])
            if rule is None:
                return None
            rules[name] = rule
        steps.append(rules)
    return Script(tuple(steps))


def _shape(actions: list[Action]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(action)) for action in actions)


def _learn_value(pairs: list[tuple[Mapping[str, Any], Any]]) -> ValueRule | None:
    least = _LEAST_RIGHT * len(pairs)
    common, count = Counter(to_json(value) for _, value in pairs).most_common(1)[0]
    if count >= least:
        constant = next(value for _, value in pairs if to_json(value) == common)
        return lambda shown: constant
    paths = set.intersection(*(set(shown) for shown, _ in pairs))
    for path in sorted(paths):
        if sum(_same(shown[path], value) for shown, value in pairs) >= least:
            return _copied(path)
        factor = _factor([(shown[path], value) for shown, value in pairs])
        if factor is not None:
            return _multiple(path, factor)
    lines = [(path, _line([(shown[path], value) for shown, value in pairs])) for path in paths]
    fitting = sorted((round(line.off, 9), path, line) for path, line in lines if line is not None)
    if fitting:
        _, path, line = fitting[0]
        return _on_line(path, line, whole=all(type(value) is int for _, value in pairs))
    best: tuple[int, str, dict[str, Any]] | None = None
    for path in sorted(paths):
        known, right = _mapping([(shown[path], value) for shown, value in pairs])
        if right >= least and (best is None or right > best[0]):
            best = right, path, known
    return None if best is None else _looked_up(best[1], best[2])


def _same(shown: Any, value: Any) -> bool:
    return shown == value and type(shown) is type(value)


def _copied(path: str) -> ValueRule:
    return lambda shown: shown.get(path, _UNKNOWN)


def _multiple(path: str, factor: float) -> ValueRule:
    def rule(shown: Mapping[str, Any]) -> Any:
        number = shown.get(path)
        return _scaled(number, factor) if _is_number(number) else _UNKNOWN

    return rule


def _scaled(number: Any, factor: float) -> int | float:
    product = float(number) * factor
    return round(product) if abs(product - round(product)) < 1e-6 else product


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and abs(value) < _LARGEST  # neither NaN nor an integer beyond all floats


def _factor(pairs: list[tuple[Any, Any]]) -> float | None:
    """The one ratio of most pairs of numbers; None if the numbers do not vary."""
    numbers = [(a, b) for a, b in pairs if _is_number(a) and _is_number(b) and a]
    if len(numbers) < _LEAST_RIGHT * len(pairs) or len({a for a, _ in numbers}) < 3:
        return None
    ratios = Counter(round(b / a, 9) for a, b in numbers)
    ratio, count = ratios.most_common(1)[0]
    return ratio if count >= _LEAST_RIGHT * len(pairs) else None


class _Line(NamedTuple):
    """A line near which most pairs of numbers lie; `off` says how near, in units of the value."""

    off: float
    slope: float
    intercept: float


def _line(pairs: list[tuple[Any, Any]]) -> _Line | None:
    """The line near which most pairs of numbers lie; None without one."""
    if not all(_is_number(shown) and _is_number(value) for shown, value in pairs):
        return None
    shown, values = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    if min(len(set(shown)), len(set(values))) < _FEWEST_POINTS:
        return None
    slope, intercept = statistics.linear_regression(shown, values)
    off = sorted(abs(intercept + slope * a - b) for a, b in zip(shown, values, strict=True))
    nearest = off[math.ceil(_LEAST_RIGHT * len(off)) - 1]
    is_near = nearest <= _NEAR * (max(values) - min(values))
    return _Line(nearest, slope, intercept) if is_near else None


def _on_line(path: str, line: _Line, *, whole: bool) -> ValueRule:
    def rule(shown: Mapping[str, Any]) -> Any:
        number: Any = shown.get(path)
        if not _is_number(number):
            return _UNKNOWN
        value = line.intercept + line.slope * number
        return round(value) if whole else value

    return rule


def _mapping(pairs: list[tuple[Any, Any]]) -> tuple[dict[str, Any], int]:
    """The most frequent value for each kind of a feature, and how many pairs it explains."""
    kinds: dict[str, list[Any]] = {}
    for kind, value in pairs:
        kinds.setdefault(to_json(kind), []).append(value)
    if not 2 <= len(kinds) <= _MOST_KINDS:
        return {}, 0
    known, right = {}, 0
    for kind, values in kinds.items():
        text, count = Counter(map(to_json, values)).most_common(1)[0]
        if len(values) >= _LEAST_TASKS_OF_A_KIND:
            known[kind] = next(value for value in values if to_json(value) == text)
            right += count
    return known, right


def _looked_up(path: str, known: Mapping[str, Any]) -> ValueRule:
    return lambda shown: known.get(to_json(shown.get(path)), _UNKNOWN)

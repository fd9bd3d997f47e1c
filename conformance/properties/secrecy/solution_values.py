"""Secrecy: no place holds the values that a solution gives in its steps.

An episode of several steps has no single answer: a solution names a line here and an amount there.
A place of the state that holds all of them, on every seed, tells the solution. Values that the
agent has seen before it gives them do not count.

The probability that a place of a sound environment agrees by chance is estimated from the data: how
often it holds the values of other seeds' solutions. A violation is reported if that many agreements
have, over all places that were compared, a probability under `_ERROR_RATE`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

Read = Callable[[Driver, Response], Any]
"""Reads data that the agent must not see, after a call."""

_SEEDS = 40
_LEAST_SEEDS = 8
_ERROR_RATE = 1e-6
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
_NUMBER_WORDS = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
)
_MOST_PLACES = 400
_LEAST_TEXT = 6
"""Characters of a value that is also found within a longer text."""
_USUAL_PLACES = {"", "episode_id", "step_count"}


@dataclass(frozen=True)
class Sample:
    """One seed: the values that its solution gives, by field, and what each place holds."""

    seed: int | None
    given: dict[str, frozenset[str]]
    held: dict[str, frozenset[str]]


def require_no_solution_values(context: CheckContext, read: Read, place: str) -> None:
    """Raise if a part of what `read` gives after the reset holds a field's values on every seed.

    Args:
        context: the context of the check.
        read: reads the data, from an instance and its first response.
        place: what the data is called in the message of the violation.
    """
    if not _holds_anything(context, read):
        return
    samples = []
    solutions = [*context.solutions, *more_solutions(context, _SEEDS)][:_SEEDS]
    for solution in context.until_budget(solutions, least=_LEAST_SEEDS):
        sample = _sample(context, read, solution)
        if sample is not None:
            samples.append(sample)
    found = place_that_holds(samples)
    if found is not None:
        field, path, count = found
        example = next(sample for sample in samples if sample.given.get(field))
        values = ", ".join(sorted(example.given[field], key=lambda text: (-len(text), text))[:3])
        where = f"{place}'s {path}" if path else place
        raise PropertyViolated(
            f"on all {count} seeds, {where} holds after the reset every {field!r} that the "
            f"solution gives later and no message shows before, for example {values}",
            Episode.of(example.seed, [], "opening"),
        )


def _holds_anything(context: CheckContext, read: Read) -> bool:
    """Whether there is more than the values that every state has."""
    driver = context.new_driver()
    response = driver.reset(seed=context.seeds[0])
    held = held_values(read(driver, response)) if response.data is not None else {}
    driver.close()
    return bool(set(held) - _USUAL_PLACES)


def place_that_holds(samples: list[Sample]) -> tuple[str, str, int] | None:
    """The field, the smallest place that holds its values on every seed, and how many seeds.

    None if there is no such place, or if it may hold them by chance.
    """
    if len(samples) < _LEAST_SEEDS:
        return None
    samples = _without_constants(samples)
    paths = set.intersection(*(set(sample.held) for sample in samples))
    fields = sorted({field for sample in samples for field in sample.given})
    limit = math.log(_ERROR_RATE / max(1, len(paths) * len(fields)))
    for field in fields:
        given = [sample for sample in samples if sample.given.get(field)]
        for path in sorted(paths, key=lambda path: -len(path)):
            if len(given) < _LEAST_SEEDS:
                break
            if all(_holds(sample.held[path], sample.given[field]) for sample in given):
                count = len(given)
                pairs = ((one, other) for one in given for other in given)
                agreeing = sum(_holds(other.held[path], one.given[field]) for one, other in pairs)
                chance = agreeing / count**2  # equal seeds and equal values count as agreements
                if count * math.log(chance) < limit:
                    return field, path, count
    return None


def _holds(held: frozenset[str], values: frozenset[str]) -> bool:
    """Whether a place holds all values, long ones perhaps within its texts."""
    return all(
        value in held or (len(value) >= _LEAST_TEXT and any(value in text for text in held))
        for value in values
    )


def _without_constants(samples: list[Sample]) -> list[Sample]:
    """The samples without the values that every seed's solution gives in a field."""
    fields = {field for sample in samples for field in sample.given}
    common = {
        field: frozenset.intersection(*(sample.given.get(field, frozenset()) for sample in samples))
        for field in fields
    }
    return [
        replace(sample, given={name: v - common[name] for name, v in sample.given.items()})
        for sample in samples
    ]


def _sample(context: CheckContext, read: Read, solution: Rollout) -> Sample | None:
    """Play a solution again, and read its values and what is held after the reset."""
    driver = context.new_driver()
    response = driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    if response.data is None:
        return None
    held = held_values(read(driver, response))
    shown = Shown()
    shown.add(response.data)
    given = given_values(context, driver, solution, shown)
    driver.close()
    return Sample(solution.seed, given, held)


def given_values(
    context: CheckContext, driver: Driver, solution: Rollout, shown: Shown
) -> dict[str, frozenset[str]]:
    """Play a solution after its reset; the values that it gives before they are shown, by field."""
    given: dict[str, set[str]] = {}
    for action in solution.actions:
        for field, value in _fields(context.survey.schema, action):
            if value not in shown:
                given.setdefault(field, set()).add(value)
        shown.add(driver.step(action).data)
    return {name: frozenset(values) for name, values in given.items()}


def _fields(schema: dict[str, Any], action: Action) -> Iterable[tuple[str, str]]:
    """The values of an action by the names of their fields; not those of a list of options."""
    for name, inner in action.items():
        declared = schema.get("properties", {}).get(name, {})
        if name in ("metadata", "type") or "enum" in declared or "const" in declared:
            continue
        for _, value in subtrees(inner):
            text = normalised(value)
            if text:
                yield name, text
            if isinstance(value, str) and " " in value.strip():
                found = _NUMBER.findall(value)  # as in a command: `set alpha 231`
                yield from ((f"numbers in {name}", normalised(number)) for number in found)


def held_values(data: Any) -> dict[str, frozenset[str]]:
    """The values at each place: at leaves their own, at lists and objects those of their parts.

    An object's keys count as well: they may be data, as in `{"AaBb": 4}`.
    """
    held: dict[str, set[str]] = {}
    for path, value in subtrees(data):
        texts = {normalised(value)} | (_numbers(value) if isinstance(value, str) else set())
        texts.discard("")
        if not texts:
            continue
        parts = re.findall(r"[^.\[\]]+|\[\d+\]", path)
        for depth in range(len(parts) + 1):
            place = "".join(
                part if part.startswith("[") or not index else f".{part}"
                for index, part in enumerate(parts[:depth])
            )
            keys = {normalised(part) for part in parts[depth:] if not part.startswith("[")}
            held.setdefault(place, set()).update(texts | keys)
    return {place: frozenset(values) for place, values in list(held.items())[:_MOST_PLACES]}


class Shown:
    """What messages have shown: their values, the numbers in their texts, and the texts."""

    def __init__(self) -> None:
        self._values: set[str] = set()
        self._text = ""

    def add(self, data: Any) -> None:
        """Add a message; its metadata is not shown to the agent."""
        for _, value in subtrees({k: v for k, v in (data or {}).items() if k != "metadata"}):
            self._values.add(normalised(value))
            if isinstance(value, str):
                self._values.update(_numbers(value))
                self._text += f"\n{value.lower()}"

    def __contains__(self, value: str) -> bool:
        return value in self._values or value in self._text


def _numbers(text: str) -> set[str]:
    """The numbers in a text, normalised; also those that are written as words."""
    digits = {form for found in _NUMBER.findall(text) for form in (found, found.replace(",", ""))}
    words = set(re.findall(r"[a-z]+", text.lower()))
    digits |= {str(number) for number, word in enumerate(_NUMBER_WORDS) if word in words}
    return {normalised(number) for number in digits}


def normalised(value: Any) -> str:
    """A number or a text in one form for all spellings; empty for other values."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return str(value).strip().lower()
    return repr(number) if math.isfinite(number) else ""

"""Secrecy: no number that is shown measures the length of the right text.

A width, a price or a duration that is computed from the hidden text instead of the shown one tells
how many characters or words the answer has, and so which of several texts it is.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterator, Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import numbers_in, subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_FURTHER, _FEWEST = 32, 16
_FEWEST_LENGTHS = 6
"""Different lengths that the right texts must have."""
_SHORTEST = 4
"""Characters of the longest right text: shorter ones are labels."""
_ROUNDED = 0.75
"""By how much a rounded number may differ from the line that fits best."""
_TOLD = re.compile(
    r"(?i)len|long|letter|char|word|size|blank|pattern|_count|num_|max|limit|allowed|width$"
)
"""Names of numbers that may openly state how long the answer is."""
_ASKS = re.compile(
    r"(?i)\b(letters|characters|words|tokens|long) (of|in) (the|your|each|an?) "
    r"(answer|word|solution|label|reply|text)|\bas long as\b|\blengths? of (the|your) answer"
)


def _words(text: str) -> int:
    return len(text.split())


_UNITS: dict[str, Callable[[str], int]] = {"characters": len, "words": _words}


@check("secrecy.told_lengths")
def told_lengths(context: CheckContext) -> None:
    """Compare the numbers of first messages with the lengths of the right texts."""
    solutions = [s for s in context.solutions if s.actions]
    fields = [
        name
        for name, value in solutions[0].actions[-1].items()
        if isinstance(value, str) and name != "type"
    ]
    if not fields:
        raise NotApplicable("the answer holds no text")
    solutions += more_solutions(context, _FURTHER)
    if len(solutions) < _FEWEST:
        raise NotApplicable(f"fewer than {_FEWEST} seeds could be solved in the time")
    shown = [first_message(context, solution) for solution in solutions]
    numbers = _columns([dict(numbers_in(message)) for message in shown])
    texts = _columns([dict(_lengths(message)) for message in shown])
    tried = False
    for field in fields:
        right = [solution.actions[-1].get(field) for solution in solutions]
        if not all(isinstance(text, str) for text in right):
            continue
        for unit, measure in _UNITS.items():
            lengths = [measure(str(text)) for text in right]
            if len(set(lengths)) < _FEWEST_LENGTHS or max(lengths) < _SHORTEST:
                continue
            tried = True
            for path, column in numbers.items():
                if not _follows(column, lengths) or _is_open(context, path):
                    continue
                if any(_follows(column, other) for other in texts.values()):
                    continue
                raise PropertyViolated(
                    f"{path} follows from the number of {unit} of the right {field!r} on all "
                    f"{len(column)} seeds: {column[0]:g} with {lengths[0]}, "
                    f"{_another(column)[0]:g} with {lengths[_another(column)[1]]}",
                    Episode.of(solutions[0].seed, [], "opening"),
                )
    if not tried:
        raise NotApplicable("the right texts have few different lengths")
    if not numbers:
        raise NotApplicable("no number that differs is shown beside the question")


def _lengths(message: object) -> Iterator[tuple[str, float]]:
    """How many characters and words each shown text has, and how many items each list."""
    for path, value in subtrees(message):
        if isinstance(value, str):
            for unit, measure in _UNITS.items():
                yield f"{path} {unit}", float(measure(value))
        elif isinstance(value, list | dict):
            yield f"{path} items", float(len(value))


def _columns(tables: Sequence[dict[str, float]]) -> dict[str, list[float]]:
    """What all messages show, by its path, if it is not the same on all seeds."""
    columns = {
        path: [table[path] for table in tables]
        for path in tables[0]
        if all(path in table for table in tables)
    }
    return {path: column for path, column in columns.items() if len(set(column)) > 1}


def _follows(column: Sequence[float], lengths: Sequence[float]) -> bool:
    """Whether the numbers are a rounded linear function of the lengths, one for each length."""
    if len(set(lengths)) < 2:
        return False
    slope, start = statistics.linear_regression(lengths, column)
    if abs(slope) * (max(lengths) - min(lengths)) < _FEWEST_LENGTHS:
        return False
    slack = _ROUNDED if all(number == round(number) for number in column) else 1e-6
    return all(
        abs(start + slope * length - number) <= slack
        for number, length in zip(column, lengths, strict=True)
    )


def _is_open(context: CheckContext, path: str) -> bool:
    """Whether the number's name, or the task, says that it is a length."""
    return bool(_TOLD.search(path)) or any(
        _ASKS.search(sentence) for sentence in task_sentences(context)
    )


def _another(column: Sequence[float]) -> tuple[float, int]:
    """A number that differs from the first, and its place."""
    place = next(i for i, number in enumerate(column) if number != column[0])
    return column[place], place

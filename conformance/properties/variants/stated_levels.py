"""Variants: levels hold what the README's table of levels says.

A row `| 3 | 8 | 12 |` says how many things level 3 has. The numbers are compared with what the
episodes of each level show, and with what the oracle sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hallmark_rl.conformance.actions.written_texts import readme_texts
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.level_measures import Level, measure
from hallmark_rl.conformance.properties.variants.name_mask import NameMask

_SEEDS, _FEWEST_SEEDS = 12, 8
_CELL = re.compile(r"\W{0,2}(\d{1,4})\W{0,2}(?:[a-z]+)?")
_VAGUE = re.compile(
    r"\b(up to|at most|max\w*|about|least|min\w*|limit|budget|range)\b|[-–]\s*\d", re.I
)
_EXACTLY = re.compile(r"\b(exactly|always|no (shorter|fewer))\b", re.I)
_PARTS = re.compile(r"[^.,;|/\s]+")
_LESS = 0.2
"""Share of a level's tasks that need less than the table says, from which that is reported."""


@dataclass(frozen=True)
class _Column:
    """One column of a table of levels: its heading, and the number of each level."""

    heading: str
    numbers: Mapping[int, int]

    @property
    def words(self) -> set[str]:
        """The words of the heading, without a plural's ending."""
        return {_single(word) for word in re.findall(r"[a-z]{4,}", self.heading.lower())}


@check("variants.stated_levels")
def stated_levels(context: CheckContext) -> None:
    """Measure some episodes of each level, and compare them with the numbers of the table."""
    variants = [
        v
        for v in chosen_variants(context, tasks=False)
        if v.kind == "level" and isinstance(next(iter(v.options.values())), int)
    ]
    levels = {int(next(iter(v.options.values()))): Level(v) for v in variants}
    columns = list(_columns(context, set(levels)))
    if not columns:
        raise NotApplicable("no README has a table with a number for each level")
    mask = NameMask(variants)
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for level in levels.values():
            measure(context, mask, level, seed)
    measured = {number: _measures(level) for number, level in levels.items()}
    counts = [len(each) for values in measured.values() for each in values.values()]
    if not counts or max(counts) < _FEWEST_SEEDS:
        raise EvidenceMissing(f"fewer than {_FEWEST_SEEDS} episodes of each level could be played")
    for column in columns:
        problem = _other_number(column, measured) or _fewer(context, column, measured)
        if problem:
            number, text = problem
            options = levels[number].variant.options
            raise PropertyViolated(
                f"the README's table says {column.heading!r}: {column.numbers[number]} at level "
                f"{number}, but {text}",
                Episode.of(1, [], "opening", **options),
            )


def _columns(context: CheckContext, levels: set[int]) -> Iterator[_Column]:
    """The columns of the README's tables that give each level one number, not all the same."""
    for text in readme_texts(context.subject):
        for table in re.findall(r"(?m)(?:^\|.*\n?){3,}", text):
            rows = [
                [cell.strip() for cell in line.strip().strip("|").split("|")]
                for line in table.splitlines()
            ]
            heading, body = rows[0], rows[2:]
            if "level" not in heading[0].lower():
                continue
            of_level = {int(m[1]): row for row in body if (m := _CELL.fullmatch(row[0]))}
            if set(of_level) != levels or len(levels) < 2:
                continue
            for place, name in enumerate(heading[1:], start=1):
                cells = {n: row[place] if place < len(row) else "" for n, row in of_level.items()}
                found = {n: _CELL.fullmatch(cell) for n, cell in cells.items()}
                numbers = {n: int(match[1]) for n, match in found.items() if match}
                differ = len(numbers) == len(levels) and len(set(numbers.values())) > 1
                if differ and not _VAGUE.search(name):
                    yield _Column(name, numbers)


def _measures(level: Level) -> dict[str, list[float]]:
    """Counts and numbers of a level by name, one for each seed."""
    found = dict(level.shown)
    if level.solutions:
        parts = [_parts(actions) for actions in level.solutions.values()]
        found["the parts of the answer"] = [float(count) for count in parts]
    return found


def _parts(actions: Sequence[Action]) -> int:
    """How many parts the longest text of the last action has."""
    texts = [v for a in actions[-1:] for _, v in subtrees(a) if isinstance(v, str)]
    return len(_PARTS.findall(max(texts, key=len, default="")))


def _other_number(
    column: _Column, measured: Mapping[int, Mapping[str, list[float]]]
) -> tuple[int, str] | None:
    """A level that never has the number of the table, where another level always has its own.

    Only what is named like the column is compared.
    """
    first = next(iter(measured.values()))
    names = [name for name in first if _is_named(name, column)]
    found: tuple[int, str] | None = None
    for name in names:
        seen = {n: set(values.get(name, ())) for n, values in measured.items()}
        right = [n for n in seen if seen[n] == {column.numbers[n]}]
        never = [n for n in seen if seen[n] and column.numbers[n] not in seen[n]]
        if len(right) == len(seen):
            return None
        same = len({number for numbers in seen.values() for number in numbers}) == 1
        if never and (len(right) > 1 or (right and same)):
            numbers = sorted(seen[never[0]])
            shown = " to ".join(
                f"{number:g}" for number in dict.fromkeys((numbers[0], numbers[-1]))
            )
            found = found or (never[0], f"{name} is {shown} on {_SEEDS} seeds")
    return found


def _fewer(
    context: CheckContext, column: _Column, measured: Mapping[int, Mapping[str, list[float]]]
) -> tuple[int, str] | None:
    """A level whose solutions often need less than the table says, where a text says exactly."""
    said = [s for s in task_sentences(context) if _EXACTLY.search(s)]
    if not any(
        column.words & {_single(w) for w in re.findall(r"[a-z]{4,}", s.lower())} for s in said
    ):
        return None
    for name in ("steps", "the parts of the answer"):
        needed = {n: values.get(name, []) for n, values in measured.items()}
        most = {n: max(values, default=0.0) for n, values in needed.items()}
        reached = {column.numbers[n] for n in most if most[n] == column.numbers[n]}
        if len(reached) < 2 or any(most[n] > column.numbers[n] for n in most):
            continue
        for n, values in needed.items():
            less = sum(value < column.numbers[n] for value in values)
            if less >= _LESS * len(values):
                return n, f"{name} of the oracle's solutions are fewer on {less} of {len(values)}"
    return None


def _is_named(name: str, column: _Column) -> bool:
    """Whether a measure counts things that the heading names, in the plural."""
    if "[]" in name or name.startswith(("different", "spread", "least gap", "numbers in")):
        return False
    plurals = [set(re.findall(r"[a-z]{3,}s\b", text.lower())) for text in (name, column.heading)]
    return bool(plurals[0] & plurals[1])


def _single(word: str) -> str:
    return word.removesuffix("s")

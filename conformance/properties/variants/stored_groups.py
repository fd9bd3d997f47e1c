"""Variants: stored tasks that a text says belong together are not divided between splits.

Three wordings of one problem, or the questions about one passage, are rows of a data file with the
same value in a field, such as `problem`. A shown text tells which row a task is.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import sentences_on_splits, shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import texts_in
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.repository_tables import read_records
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST_SEEDS = 100, 30
_FEWEST, _SHARE = 3, 0.2
"""Groups in both splits, and their share of the groups of the smaller split, that are reported."""
_FEWEST_ROWS, _FEWEST_GROUPS = 12, 6
"""Rows of a table, and groups of several rows."""
_SHORTEST = 12
"""Characters of a text that tells which row a task is."""
_TOGETHER = re.compile(
    r"\b(?:same|one|single|both|either|whole|together|apart|share|no|never|not|all)\b", re.I
)

Row = dict[str, Any]


@check("variants.stored_groups")
def stored_groups(context: CheckContext) -> None:
    """Look up the rows of each split's tasks, and the groups that these belong to."""
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    texts = [text for text in sentences_on_splits(context) if _TOGETHER.search(text)]
    for rows in _tables(context) if texts else ():
        for field in _group_fields(rows):
            name = re.escape(re.sub(r"y$", "", field))
            named = (text for text in texts if re.search(rf"\b{name}(?:y|s|es|ies)?\b", text, re.I))
            text = next(named, "")
            if text:
                _require_apart(context, splits, rows, field, text)
                return
    raise NotApplicable("no data file has groups of rows of which a text says that they are apart")


def _require_apart(
    context: CheckContext, splits: list[Variant], rows: list[Row], field: str, text: str
) -> None:
    """Raise if tasks of two splits show rows of one group."""
    groups = _groups_by_text(rows, field)
    seen: dict[str, dict[str, int]] = {split.label: {} for split in splits}
    tried = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        tried += 1
        for split in splits:
            opening = context.play(Episode.of(seed, [], "opening", **split.options))[0]
            shown = texts_in(shown_to_agent(opening.data or {}))
            found = {group for each in shown for group in _found(each, groups)}
            if len(found) == 1:
                seen[split.label].setdefault(found.pop(), seed)
    if tried < _FEWEST_SEEDS or sum(map(bool, seen.values())) < 2:
        raise EvidenceMissing("too few tasks show a text of the data file")
    for one, other in itertools.combinations(splits, 2):
        left, right = seen[one.label], seen[other.label]
        shared = sorted(left.keys() & right.keys())
        if len(shared) >= max(_FEWEST, _SHARE * min(len(left), len(right))):
            raise PropertyViolated(
                f"{len(shared)} of {len(right)} values of {field!r} that reset({other.label}) "
                f"draws are also drawn by reset({one.label}), such as {shared[0]} (seeds "
                f"{right[shared[0]]} and {left[shared[0]]}), though a text says {text[:160]!r}",
                Episode.of(right[shared[0]], [], "opening", **other.options),
            )


def _groups_by_text(rows: list[Row], field: str) -> dict[str, str]:
    """The group of each text that is in the rows of one group only."""
    groups: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for text in texts_in({name: value for name, value in row.items() if name != field}):
            if len(text) >= _SHORTEST:
                groups[text].add(str(row[field]))
    return {text: found.pop() for text, found in groups.items() if len(found) == 1}


def _found(shown: str, groups: dict[str, str]) -> Iterator[str]:
    """The groups of the stored texts that a shown text is, or holds, and of no parts of these."""
    held = [shown] if shown in groups else [text for text in groups if text in shown]
    yield from (
        groups[text] for text in held if not any(text in other for other in held if other != text)
    )


def _group_fields(rows: list[Row]) -> Iterator[str]:
    """The fields whose values most rows share with a few others."""
    for field in rows[0]:
        values = [row.get(field) for row in rows]
        if not all(isinstance(value, str | int) for value in values):
            continue
        counts = Counter(map(str, values))
        several = [count for count in counts.values() if count > 1]
        if len(several) >= _FEWEST_GROUPS and sum(several) >= len(rows) / 2:
            yield field


def _tables(context: CheckContext) -> Iterator[list[Row]]:
    """The records of each file of the folder that have the same fields."""
    tables: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for record in read_records(context.subject.root):
        tables[record.file, *sorted(record.values)].append(record.values)
    yield from (rows for rows in tables.values() if len(rows) >= _FEWEST_ROWS)

"""Secrecy: the cases that a text calls hidden are not all shown."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.value_walk import values_of

_KINDS = r"(?:tests?|cases?|examples?|inputs?|calls?|pairs?|samples?)"
_SAID = re.compile(
    rf"\b(?:hidden|unseen|held[- ]out|secret|private)\b[^.;:]{{0,20}}\b{_KINDS}\b", re.I
)
_NAME = re.compile(r"(?:^|[^a-z])(?:hidden|unseen|held_?out|secret|private)", re.I)
_FEWEST_ITEMS, _FEWEST_SEEDS, _MOST_SEEDS = 2, 5, 8
_DEEPEST, _MOST_LEAVES = 6, 200
"""Levels of an item that are read, and values: objects may refer to each other."""
Leaves = tuple[str, ...]


@check("secrecy.hidden_cases")
def hidden_cases(context: CheckContext) -> None:
    """Compare the lists of an instance that are named hidden with the lists of its first message.

    An item is shown if its values, in their order, are those of an item that a list shows.
    """
    said = next((text for text in task_sentences(context) if _SAID.search(text)), "")
    if not said:
        raise NotApplicable("no text speaks of hidden tests, cases or examples")
    shown: dict[str, int] = {}
    counted: dict[str, int] = {}
    for seed in context.until_budget(range(1, _MOST_SEEDS + 1), least=_FEWEST_SEEDS):
        driver = context.new_in_process_driver()
        message = driver.reset(seed=seed).data or {}
        tables: dict[str, Any] = {}
        values_of(driver.env, tables)
        driver.close()
        known = {leaves for _, part in subtrees(message) for leaves in _items(part)}
        for path, table in tables.items():
            is_named = _NAME.search(re.split(r"[.\[]", path)[-1])
            items = list(_items(table)) if is_named else []
            if len(items) >= _FEWEST_ITEMS:
                counted[path] = counted.get(path, 0) + 1
                shown[path] = shown.get(path, 0) + all(item in known for item in items)
    if not counted:
        raise NotApplicable("the instance holds no list of cases that is named hidden")
    for path, count in counted.items():
        if count >= _FEWEST_SEEDS and shown[path] == count:
            raise PropertyViolated(
                f"on {count} of {count} seeds, all items of {path.lstrip('.')} stand in the first "
                f"message, though a text says {said.strip()[:160]!r}",
                Episode.of(1, [], "opening"),
            )


def _items(table: Any) -> Iterator[Leaves]:
    """The values of each item of a list, of items with at least two."""
    for item in table if isinstance(table, list | tuple) else ():
        leaves = tuple(itertools.islice(_leaves(item), _MOST_LEAVES))
        if len(leaves) > 1:
            yield leaves


def _leaves(value: Any, depth: int = 0) -> Iterator[str]:
    """The scalars below a value in their order, as texts."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, list | tuple):
        parts = list(value)
    elif value is None or isinstance(value, str | int | float):
        yield repr(value)
        return
    else:
        fields = getattr(value, "__dict__", {})
        parts = list(fields.values()) if isinstance(fields, dict) else []
    for part in parts:
        yield from _leaves(part, depth + 1)

"""Semantics: the right one of several options is not always the one that is most like the others.

Wrong options that are made from the right one by changing a part of it share more with it than with
one another. Then the right option is the one that agrees with the others most, which is seen
without the question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.option_names import Options
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.chosen_options import Turn, find_marked_options

_FEWEST_WORDS = 3
_MEANT = re.compile(
    r"\b(majority|consensus|vote[sd]?|typical|representative|most (similar|common|frequent)"
    r"|odd one|outlier)\b",
    re.I,
)
"""Words of a task in which what the options have in common may have a meaning."""


@check("semantic.central_options")
def central_options(context: CheckContext) -> None:
    """Compare options with one another on some seeds, and confirm the rule on others."""
    found = find_marked_options(context, "semantic.central_options", _marks)
    if found is None:
        return
    if any(_MEANT.search(text) for text in task_sentences(context, found.solution)):
        raise NotApplicable("the texts say that what options have in common may have a meaning")
    raise PropertyViolated(
        f"of the options {found.place.path}{found.place.rule}, the one that agrees with the others "
        f"most is the right {'.'.join(map(str, found.place.field))} on {found.counts}",
        found.solution.episode("solution"),
    )


def _marks(options: Options, _: Turn) -> Iterator[tuple[str, frozenset[Any]]]:
    """The options that share most with the others: parts of any place, or field by field."""
    parts = {name: _parts(option) for name, option in options.items()}
    if all(parts.values()):
        yield "", _central(parts)
    fields = {name: _fields(option) for name, option in options.items()}
    if len({field.total() for field in fields.values()}) == 1 and all(fields.values()):
        yield " (field by field)", _central(fields)


def _parts(option: Any) -> Counter[str]:
    """What an option consists of: its scalars with their paths, or its words; empty if too few."""
    if isinstance(option, dict):
        scalars = [
            (path, part) for path, part in subtrees(option) if not isinstance(part, dict | list)
        ]
        return Counter(to_json(scalar) for scalar in scalars) if len(scalars) > 1 else Counter()
    words = re.findall(r"\w+", option) if isinstance(option, str) else []
    return Counter(words) if len(words) >= _FEWEST_WORDS else Counter()


def _fields(option: Any) -> Counter[str]:
    """The fields of a text between blanks with their places, as of a crontab's line."""
    fields = option.split() if isinstance(option, str) else []
    return Counter(map(str, enumerate(fields))) if len(fields) >= _FEWEST_WORDS else Counter()


def _central(options: dict[Any, Counter[str]]) -> frozenset[Any]:
    """The names of the options that share most with the others."""
    shared = {
        name: sum((parts & other).total() for label, other in options.items() if label != name)
        for name, parts in options.items()
    }
    most = max(shared.values())
    return frozenset(name for name, count in shared.items() if count == most)

"""Semantics: the right one of several options is not marked by its form, nor by its place.

Options that are computed and options that are made up are often rounded, spaced or ended by
different rules, and those that are made first stand first. Then the right one is seen without the
question, and without comparing what the options say. `semantic.option_shortcuts` looks at tasks of
one answer; this also at tasks of several steps, each of which chooses an option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.option_names import Options
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.chosen_options import Turn, find_marked_options

_MEANT = re.compile(
    r"\b(number of|how many|most|more|fewe\w+|not|wrong\w*|different\w*|correct\w*) (\w+ )?"
    r"(decimals?|digits?|round\w*|places|format\w*|written)\b"
    r"|\b(punctuat\w+|capital\w*|upper ?case|lower ?case|spaces?|blanks?|spel[lt]\w*|typed)\b",
    re.I,
)
"""Words of a task in which the form of an option may have a meaning."""
_ORDER = re.compile(
    r"\b(queue\w*|sorted|ranked|priorit\w+|in order of|in the order|ascending|descending"
    r"|alphabetical\w*|first (come|in)|the first (one|item|of)|top|next in)\b",
    re.I,
)
"""Words of a task in which the place of an option may have a meaning."""
_AT, _MOST_PLACES = "at place ", 4
_ALONE = "that alone has "
_DECIMALS = re.compile(r"\d\.(\d+)")


@check("semantic.marked_options")
def marked_options(context: CheckContext) -> None:
    """Compare how options are written on some seeds, and confirm a rule on others."""
    found = find_marked_options(context, "semantic.marked_options", _marks)
    if found is None:
        return
    meant = _ORDER if found.place.rule.startswith(_AT) else _MEANT
    if any(meant.search(text) for text in task_sentences(context, found.solution)):
        raise NotApplicable("the texts say that the form or order of options may have a meaning")
    sign = re.search(rf"{_ALONE}.*'(.)'$", found.place.rule)
    if sign and any(
        f"{quote}{sign[1]}{quote}" in text
        for text in task_sentences(context, found.solution)
        for quote in "`'\""
    ):
        raise NotApplicable(f"the texts speak of the sign {sign[1]!r}")
    raise PropertyViolated(
        f"of the options {found.place.path}, the one {found.place.rule} is the right "
        f"{'.'.join(map(str, found.place.field))} on {found.counts}",
        found.solution.episode("solution"),
    )


def _marks(options: Options, turn: Turn) -> Iterator[tuple[str, frozenset[Any]]]:
    """The options whose form stands out, by what it is; and those at a place, for an answer."""
    if turn == "step":
        return
    names = list(options)
    for place in range(min(_MOST_PLACES, len(names)) if turn == "answer" else 0):
        yield f"{_AT}{place + 1}", frozenset({names[place]})
        yield f"{_AT}{place + 1} from the end", frozenset({names[-1 - place]})
    texts = {
        name: option if isinstance(option, str) else to_json(option)
        for name, option in options.items()
    }
    decimals = {
        name: max(map(len, _DECIMALS.findall(text)), default=0) for name, text in texts.items()
    }
    yield "with most decimals", _extreme(decimals, 1)
    yield "with fewest decimals", _extreme(decimals, -1)
    if not all(isinstance(option, str) for option in options.values()):
        return
    edges = {name: len(text) - len(text.strip()) + text.count("  ") for name, text in texts.items()}
    yield "with more spaces", _extreme(edges, 1)
    for what, place in (("with another first sign", 0), ("with another last sign", -1)):
        kinds = {name: _kind(text.strip()[place:][:1]) for name, text in texts.items()}
        counts = {name: [*kinds.values()].count(kind) for name, kind in kinds.items()}
        yield what, frozenset(name for name, count in counts.items() if count == 1)
    for sign in sorted({sign for text in texts.values() for sign in text if _is_mark(sign)}):
        having = frozenset(name for name, text in texts.items() if sign in text)
        if len(having) == 1:
            yield f"{_ALONE}a {sign!r}", having
        elif len(having) == len(texts) - 1:
            yield f"{_ALONE}no {sign!r}", frozenset(texts.keys() - having)


def _extreme(sizes: dict[Any, int], sign: int) -> frozenset[Any]:
    """The names with the greatest size, or the least; all of them if all are equal."""
    most = max(sign * size for size in sizes.values())
    return frozenset(name for name, size in sizes.items() if sign * size == most)


def _is_mark(sign: str) -> bool:
    return not (sign.isalnum() or sign.isspace())


def _kind(sign: str) -> str:
    """A mark for capitals, small letters and digits; other signs for themselves."""
    if sign.isalpha():
        return "capital" if sign.isupper() else "letter"
    return "digit" if sign.isdigit() else sign

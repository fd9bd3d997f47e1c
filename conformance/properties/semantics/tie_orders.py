"""Semantics: of two equal things, the one comes first that a text says.

`sorted(orders, key=lambda order: (order.price, order.time), reverse=True)` puts the highest price
first, and of equal prices the latest time. So do `max` and `heapq.nlargest`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.ordered_comparisons import last_name
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_TIE = re.compile(r"\b(ties?|tied|equal(ly)?|the same|identical)\b", re.I)
_LEAST_FIRST = {
    r"earlier|earliest|older|oldest|sooner|first come": (
        r"time|arrival|arrived|entered|created|placed|date|day|hour|minute|tick|turn|step|seq\w*"
        r"|since|stamp|order"
    ),
    r"alphabetical(ly)?|alphabetic|(by|of) the alphabet": r"name|word|id|label|code|title|key|text",
    r"(lower|lowest|smaller|smallest|least) (number|id|index)": r"number|id|index|nr|no|place",
}
"""Words that put the least of something first, and names of what it is the least of."""
_LAST = re.compile(
    r"\b(last|later|latest|newer|newest|loses?|reverse\w*|behind|after|not|never|greater|higher)\b",
    re.I,
)
_EQUAL_IN = re.compile(r"\b(?:equal|same|identical) ([a-z]{2,})\b", re.I)
_NO_NOUNS = {"in", "both", "all", "one", "ones", "of", "on", "are", "and", "then", "by", "to"}
_GREATEST_FIRST = {"max", "nlargest"}


@check("semantic.tie_orders")
def tie_orders(context: CheckContext) -> None:
    """Look for code that puts the greatest first by several values, and compare it with texts."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    stated = [
        (sentence, names)
        for sentence in task_sentences(context)
        if _TIE.search(sentence) and not _LAST.search(sentence)
        for words, names in _LEAST_FIRST.items()
        if re.search(rf"\b({words})\b", sentence, re.I)
    ]
    if not stated:
        raise NotApplicable("no text says which of two equal things comes first")
    compared = False
    for _, name, tree in own_trees(context.subject):
        for call, values, greatest_first in _orders(tree):
            compared = True
            for sentence, names in stated if greatest_first else ():
                later = [v for v in values[1:] if re.fullmatch(rf"(\w*_)?({names})s?", v, re.I)]
                if any(_is_meant(values[0], value, sentence) for value in later):
                    raise PropertyViolated(
                        f"the texts say {sentence[:160]!r}, but {name}:{call.lineno} puts the "
                        f"greatest of both first: {ast.unparse(call)[:160]}"
                    )
    if not compared:
        raise NotApplicable("no key in the code compares several values one after another")


def _orders(tree: ast.AST) -> Iterator[tuple[ast.Call, list[str], bool]]:
    """Calls that order by several values: the names of these, and whether the greatest is first."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        reverse = options.get("reverse")
        is_reversed = isinstance(reverse, ast.Constant) and reverse.value is True
        values = _values(options.get("key"))
        if len(values) > 1:
            yield node, values, is_reversed or last_name(node.func) in _GREATEST_FIRST


def _values(key: ast.expr | None) -> list[str]:
    """The names of the values that a key compares one after another; "" for what has no name."""
    if isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple):
        return [last_name(part) for part in key.body.elts]
    if isinstance(key, ast.Call) and last_name(key.func) in ("attrgetter", "itemgetter"):
        return [
            str(part.value).rpartition(".")[2]
            for part in key.args
            if isinstance(part, ast.Constant)
        ]
    return []


def _is_meant(first: str, later: str, sentence: str) -> bool:
    """Whether a sentence speaks of ties in the first value.

    That is by its name, of ties of whatever kind, or of things that are equal in nothing that it
    names, if it names the later value.
    """
    if re.search(r"\b(ties?|tied)\b", sentence, re.I) or _names(sentence, first):
        return True
    nouns = {word.lower() for word in _EQUAL_IN.findall(sentence)} - _NO_NOUNS
    return not nouns and _names(sentence, later)


def _names(sentence: str, value: str) -> bool:
    words = [word for word in value.lower().split("_") if len(word) > 2]
    return any(re.search(rf"\b{re.escape(word)}", sentence, re.I) for word in words)

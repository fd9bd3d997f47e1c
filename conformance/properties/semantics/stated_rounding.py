"""Semantics: where the texts say that halves are rounded up, the code does not call round().

Python's round() takes a half to the even neighbour: round(62.5) is 62.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from hallmark_rl.conformance.actions.source_trees import source_trees
from hallmark_rl.conformance.actions.written_texts import written_sentences
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_HALF_UP = re.compile(
    r"\bhal(f|ves)( \w+){0,2} (is |are |be )?(always )?(rounded )?up(wards)?\b"
    r"|\bround(ed|ing|s)? half[- ]up\b|\bround(ed|s)? halves up\b",
    re.I,
)
_OTHER_WAYS = re.compile(r"ROUND_HALF_UP|\b0\.5\b|ceil\(|Fraction\(1, 2\)")
"""Code that may round up in another way."""
_OF_CHANCE = re.compile(r"rng|random|gauss|uniform|triangular|reward|score|share", re.I)
"""Arguments whose rounding is no part of a reference answer."""


@check("semantic.stated_rounding")
def stated_rounding(context: CheckContext) -> None:
    """Look for calls of round() where a text says half up and nothing else rounds up."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    trees = list(source_trees(context.subject))
    strings = [text for _, tree in trees for text in _strings(tree)]
    texts = written_sentences(context.subject, context.source.schema, strings)
    sentence = next((text for text in texts if _HALF_UP.search(text)), None)
    if sentence is None:
        raise NotApplicable("no text says that halves are rounded up")
    code = "\n".join(ast.unparse(tree) for _, tree in trees)
    if _OTHER_WAYS.search(code) or any(_rounds_by_hand(tree) for _, tree in trees):
        return
    for path, tree in trees:
        for call in _calls_of_round(tree):
            raise PropertyViolated(
                f"the texts say {sentence[:120]!r}, but {_place(context, path)}:{call.lineno} "
                f"calls {ast.unparse(call)}, which takes a half to the even neighbour"
            )


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _rounds_by_hand(tree: ast.Module) -> bool:
    """Whether an integer division has a sum before it: `(2 * total + count) // (2 * count)`."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.FloorDiv)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.Add)
        for node in ast.walk(tree)
    )


def _calls_of_round(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "round"
            and node.args
            and not _OF_CHANCE.search(ast.unparse(node.args[0]))
        ):
            yield node


def _place(context: CheckContext, path: Path) -> str:
    root = context.subject.root
    return str(path.relative_to(root)) if root and path.is_relative_to(root) else path.name

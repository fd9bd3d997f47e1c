"""Semantics: numbers are rounded the way the texts say.

Where halves are rounded up, no call takes them to the even side: Python's round() takes a half to
the even neighbour, round(62.5) is 62, and so does Decimal.quantize() without a rounding mode.
Where a number is rounded up, the code does not only have divisions that round down.
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
_OTHER_WAYS = re.compile(r"ROUND_HALF_UP|\bROUND_UP\b|\.rounding\b|\b0\.5\b|Fraction\(1, 2\)")
_CEILING = re.compile(r"ceil\(")
"""Code that may round halves up; the second, where no text says that parts are rounded up."""
_BEGUN, _COST = "(?:begun|started|commenced)", "(?:costs?|coins?|fees?|charged?|paid|pays?)"
_UP = re.compile(
    r"\brounded( \w+){0,2} up\b(?! or down)"
    r"|\bround(s|ing)? ((the|a|an|each|every|it|all|this|that|your)( \w+)? )?up\b(?! or down)"
    rf"|\b(each|every|per) {_BEGUN} \w+.*\b{_COST}\b|\b{_COST}\b.*\b(each|every|per) {_BEGUN}\b"
    rf"|\b(each|every) \w+ (that is |which is )?{_BEGUN} (costs?|is (paid|charged))\b",
    re.I,
)
"""What says that all parts are rounded up."""
_NOT_UP = re.compile(r"\bhal(f|ves)\b|\bnearest\b|\b(not|never)\b|\?", re.I)
"""Sentences that speak of another rounding, or ask for one."""
_UPWARDS = re.compile(
    r"\bceil|CEILING|ROUND_UP|ROUND_HALF|\bround\(|\+ 0\.5\b|\b0\.5 \+|\bdivmod\(| % |\bquantize\("
)
"""Code that may round up, beside `-(-a // b)` and sums before or behind a division."""
_DRAW = re.compile(r"\.(randint|randrange|uniform|choice|choices|sample|integers|triangular)$")
_OF_CHANCE = re.compile(r"rng|random|gauss|uniform|triangular|reward|score|share", re.I)
"""Arguments whose rounding is no part of a reference answer."""


@check("semantic.stated_rounding")
def stated_rounding(context: CheckContext) -> None:
    """Look for code that rounds in another way than a text says, where none rounds like that."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    trees = list(source_trees(context.subject))
    strings = [text for _, tree in trees for text in _strings(tree)]
    found = written_sentences(context.subject, context.source.schema, strings)
    texts = [re.sub(r"[*_`]{1,3}", "", text) for text in found]
    half_up = next((text for text in texts if _HALF_UP.search(text)), None)
    up = next((text for text in texts if _UP.search(text) and not _NOT_UP.search(text)), None)
    if half_up is None and up is None:
        raise NotApplicable("no text says that halves, or parts, are rounded up")
    code = "\n".join(map(_without_draws, (tree for _, tree in trees)))
    by_hand = any(_rounds_by_hand(tree) for _, tree in trees)
    wrong: Iterator[tuple[Path, ast.expr, str, str]] = iter(())
    other_way = _OTHER_WAYS.search(code) or (up is None and _CEILING.search(code))
    if half_up and not other_way and not by_hand:
        kind = "calls {}, which takes a half to the even neighbour"
        wrong = ((path, call, half_up, kind) for path, tree in trees for call in _even_calls(tree))
    elif up and not _UPWARDS.search(code) and not any(_rounds_up(tree) for _, tree in trees):
        kind = "has {}, which rounds down, and nothing rounds up"
        wrong = ((path, part, up, kind) for path, tree in trees for part in _divisions(tree))
    for path, part, sentence, kind in wrong:
        raise PropertyViolated(
            f"the texts say {sentence[:120]!r}, but {_place(context, path)}:{part.lineno} "
            f"{kind.format(ast.unparse(part))}"
        )


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _without_draws(tree: ast.Module) -> str:
    """The code of a file without random calls: a bound of a draw rounds no answer."""
    code = ast.unparse(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _DRAW.search(ast.unparse(node.func)):
            code = code.replace(ast.unparse(node), "")
    return code


def _rounds_by_hand(tree: ast.Module) -> bool:
    """Whether an integer division has a sum before it: `(2 * total + count) // (2 * count)`."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.FloorDiv)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.Add)
        for node in ast.walk(tree)
    )


def _rounds_up(tree: ast.Module) -> bool:
    """Whether a division has a sum or a minus sign in it, or is a part of a sum."""
    for node in ast.walk(tree):
        if _is_division(node):
            if any(map(_is_sum, ast.walk(node))):
                return True
        elif _is_sum(node) and any(map(_is_division, ast.iter_child_nodes(node))):
            return True
    return False


def _is_sum(node: ast.AST) -> bool:
    """Whether a node is `a + b`, `a - b` or `-a`."""
    return isinstance(node, ast.BinOp | ast.UnaryOp) and isinstance(
        node.op, ast.Add | ast.Sub | ast.USub
    )


def _is_division(node: ast.AST) -> bool:
    """Whether a node is `a // b` or `int(a / b)`."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("int", "floor", "math.floor"):
        return any(isinstance(p, ast.BinOp) and isinstance(p.op, ast.Div) for p in ast.walk(node))
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)


def _divisions(tree: ast.Module) -> Iterator[ast.expr]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.expr) and _is_division(node))


def _even_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls of round(), and of quantize() without a rounding mode."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        is_round = isinstance(node.func, ast.Name) and node.func.id == "round"
        is_bare = len(node.args) == 1 and not node.keywords
        is_quantize = isinstance(node.func, ast.Attribute) and node.func.attr == "quantize"
        of_chance = _OF_CHANCE.search(ast.unparse(node.args[0]))
        if (is_round and not of_chance) or (is_quantize and is_bare):
            yield node


def _place(context: CheckContext, path: Path) -> str:
    root = context.subject.root
    return str(path.relative_to(root)) if root and path.is_relative_to(root) else path.name

"""A function's contract: its name, its arguments, what it returns, and that it leaves inputs alone.

Pays for: keeping to the declared interface on the calls that were made.
Cannot see: whether the results are right, or what happens on other calls.
"""

from __future__ import annotations

import ast
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sandbox.api.outcome import Outcome
from hallmark_rl.sdk.verifiers.source import definition
from hallmark_rl.sdk.verifiers.verdict import Verdict, ended_well, require_run, yes_or


@dataclass(frozen=True, slots=True)
class Signature:
    """`Signature("scale", {"values": list[float], "by": float}, list[float])`."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    returns: Any = None


def function_contract(source: str, outcome: Outcome, signature: Signature) -> Verdict:
    """Check `source` and a run of it (made with `report_mutation=True`) against a declaration.

    A run that was stopped, or in which no call returned, has shown no contract.
    """
    require_run(outcome)
    return yes_or(_interface(source, signature) or _behaviour(outcome, signature))


def fits(value: Any, kind: Any) -> bool:
    """Whether plain data has exactly this type, all the way down: `True` is no `int`."""
    if kind is Any:
        return True
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, option) for option in inner)
    if kind is None or kind is types.NoneType:
        return value is None
    if type(value) is not (origin or kind):
        return False
    if origin is tuple and not (len(inner) == 2 and inner[1] is ...):
        pairs = zip(value, inner, strict=False)
        return len(value) == len(inner) and all(fits(item, of) for item, of in pairs)
    if origin is dict:
        return all(fits(k, inner[0]) and fits(v, inner[1]) for k, v in value.items())
    return origin is None or all(fits(item, inner[0]) for item in value)


def _interface(source: str, signature: Signature) -> str:
    node = definition(source, signature.name)
    if not isinstance(node, ast.FunctionDef):
        return f"there is no function {signature.name} at the top level"
    arguments = node.args
    given = [*arguments.posonlyargs, *arguments.args]
    wanted = len(signature.parameters)
    needed = len(given) - len(arguments.defaults)
    too_few = len(given) < wanted and arguments.vararg is None
    keyword_only = any(default is None for default in arguments.kw_defaults)
    if needed > wanted or too_few or keyword_only:
        return f"{signature.name} does not take {wanted} positional arguments"
    pairs = zip(given, signature.parameters.items(), strict=False)
    for argument, (name, kind) in pairs:
        if argument.annotation is not None and not _says(argument.annotation, kind):
            return f"the parameter for {name} is annotated {ast.unparse(argument.annotation)}"
    if node.returns is not None and not _says(node.returns, signature.returns):
        return f"the result is annotated {ast.unparse(node.returns)}"
    return ""


def _behaviour(outcome: Outcome, signature: Signature) -> str:
    for number, result in enumerate(outcome.results, 1):
        if result.ok and not fits(result.value, signature.returns):
            return f"call {number} returned {type(result.value).__name__}"
        if result.mutated:
            return f"call {number} changed its arguments"
    returned = any(result.ok for result in outcome.results)
    return ended_well(outcome, len(outcome.results)) or ("" if returned else "no call returned")


def _says(annotation: ast.expr, kind: Any) -> bool:
    """Whether an annotation spells the declared type, in any of the usual ways."""
    text = kind.__name__ if isinstance(kind, type) and not typing.get_args(kind) else str(kind)
    return bool(_meaning(annotation) == _meaning(ast.Constant(text)))


def _meaning(node: ast.expr) -> Any:
    """`List[int]`, `"list[int]"` and `typing.List[int]` mean one thing, as do forms of a union."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return _meaning(ast.parse(node.value, mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _union([node.left, node.right])
    if isinstance(node, ast.Subscript):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        match of := _meaning(node.value):
            case "optional":
                return _union([*inner, ast.Constant(None)])
            case "union":
                return _union(inner)
        return (of, *map(_meaning, inner))
    name = node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)
    return "none" if name == "NoneType" else name.lower()


def _union(options: list[ast.expr]) -> Any:
    found: set[Any] = set()
    for meaning in map(_meaning, options):
        found |= meaning if isinstance(meaning, frozenset) else {meaning}
    return frozenset(found)

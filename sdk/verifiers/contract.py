"""Check a function against its contract: name, arguments, return type, no mutated inputs.

`function_contract` compares a program and its run with a declared signature; `call_contract` looks
at the calls only, for programs whose definition is free.

Rewards: a function that keeps to its declared interface in the calls that were made.
Cannot detect: whether the results are right, or what happens in other calls.
"""

from __future__ import annotations

import ast
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sandbox import Outcome
from hallmark_rl.sdk.common.untrusted import UNREADABLE
from hallmark_rl.sdk.verifiers.source_checks import definition
from hallmark_rl.sdk.verifiers.verdict import Verdict, require_run, run_problem, verdict_unless


@dataclass(frozen=True, slots=True)
class Signature:
    """The declaration of a function: its name, types by parameter name, and its return type.

    Types are Python types or generic aliases of builtin types, for example
    `Signature("scale", {"values": list[float], "by": float}, list[float])`.
    """

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    returns: Any = None


def function_contract(source: str, outcome: Outcome, signature: Signature) -> Verdict:
    """Check `source`, and a run of it, against a declaration.

    Args:
        source: the program that defines the function at its top level.
        outcome: the result of `Sandbox.call` with `report_mutation=True`.
        signature: the declaration.

    Returns:
        A verdict of 1 or 0. A run that was stopped, or in which no call returned, fails.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    require_run(outcome)
    problem = _interface_problem(source, signature) or _behaviour_problem(outcome, signature)
    return verdict_unless(problem)


def call_contract(outcome: Outcome, returns: Any) -> Verdict:
    """Check that the calls of a run kept their arguments and returned the declared type.

    Calls that raised, and how the run ended, do not count: other verifiers measure these.

    Args:
        outcome: the result of `Sandbox.call` with `report_mutation=True`.
        returns: a type as in a `Signature`. Only its outermost part is checked if the type has no
            parameters: `list` admits every list, `list[int]` only lists of integers.

    Returns:
        A verdict of 1 or 0.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    require_run(outcome)
    return verdict_unless(_call_problem(outcome, returns))


def has_type(value: Any, kind: Any) -> bool:
    """Whether plain data has exactly the type `kind`, at every level; `True` is not an `int`."""
    if kind is Any:
        return True
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(has_type(value, option) for option in inner)
    if kind is None or kind is types.NoneType:
        return value is None
    if type(value) is not (origin or kind):
        return False
    if origin is tuple and not (len(inner) == 2 and inner[1] is ...):
        pairs = zip(value, inner, strict=False)
        return len(value) == len(inner) and all(has_type(item, of) for item, of in pairs)
    if origin is dict:
        return all(has_type(k, inner[0]) and has_type(v, inner[1]) for k, v in value.items())
    return origin is None or all(has_type(item, inner[0]) for item in value)


def _interface_problem(source: str, signature: Signature) -> str:
    """Why the definition does not accept the declared arguments, or ""."""
    node = definition(source, signature.name)
    if not isinstance(node, ast.FunctionDef):
        return f"there is no function {signature.name} at the top level"
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    declared = len(signature.parameters)
    required = len(positional) - len(arguments.defaults)
    too_few = len(positional) < declared and arguments.vararg is None
    keyword_only = any(default is None for default in arguments.kw_defaults)
    if required > declared or too_few or keyword_only:
        return f"{signature.name} does not take {declared} positional arguments"
    pairs = zip(positional, signature.parameters.items(), strict=False)
    annotated = [
        (argument.annotation, f"the parameter for {name}", kind) for argument, (name, kind) in pairs
    ]
    annotated.append((node.returns, "the result", signature.returns))
    for annotation, what, kind in annotated:
        try:
            if annotation is not None and not _annotates(annotation, kind):
                return f"{what} is annotated {ast.unparse(annotation):.200}"
        except UNREADABLE:
            return f"{what} has an annotation that is nested too deeply"
    return ""


def _call_problem(outcome: Outcome, returns: Any) -> str:
    """The first call that returned another type or changed its arguments, or ""."""
    for number, result in enumerate(outcome.results, 1):
        if result.ok and not has_type(result.value, returns):
            return f"call {number} returned {type(result.value).__name__}"
        if result.mutated:
            return f"call {number} changed its arguments"
    return ""


def _behaviour_problem(outcome: Outcome, signature: Signature) -> str:
    """Why the run breaks the declaration, or ""."""
    problem = _call_problem(outcome, signature.returns)
    if problem:
        return problem
    returned = any(result.ok for result in outcome.results)
    return run_problem(outcome, len(outcome.results)) or ("" if returned else "no call returned")


def _annotates(annotation: ast.expr, kind: Any) -> bool:
    """Whether an annotation denotes the type `kind`, in any of the usual spellings."""
    text = kind.__name__ if isinstance(kind, type) and not typing.get_args(kind) else str(kind)
    return bool(_normal_form(annotation) == _normal_form(ast.Constant(text)))


def _normal_form(node: ast.expr) -> Any:
    """One hashable form for all spellings of a type.

    `List[int]`, `"list[int]"` and `typing.List[int]` give the same form, as do `Optional[int]`,
    `Union[None, int]` and `int | None`.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            quoted = ast.parse(node.value, mode="eval").body
        except UNREADABLE:
            return node.value
        return _normal_form(quoted)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _union([node.left, node.right])
    if isinstance(node, ast.Subscript):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        match of := _normal_form(node.value):
            case "optional":
                return _union([*inner, ast.Constant(None)])
            case "union":
                return _union(inner)
        return (of, *map(_normal_form, inner))
    name = node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)
    return "none" if name == "NoneType" else name.lower()


def _union(options: list[ast.expr]) -> Any:
    members: set[Any] = set()
    for form in map(_normal_form, options):
        members |= form if isinstance(form, frozenset) else {form}
    return frozenset(members)

"""Contract: a function that works by a level, split or mode is told which."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.actions.python_trees import literal
from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import variants_of

_OTHERS = {"proof.py", "solver.py", "client.py"}
"""Files that may want one value of an option only."""
_STEPS = {"step", "step_async", "advance"}
"""Functions that carry out an action of an episode."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class _Parameter:
    """A parameter of a function that is named like an option, with one of its values as default.

    Attributes:
        function: the name of the function.
        place: its file and line.
        name: the name of the parameter.
        position: its place in a call; None for one that is passed by name only.
        default: its default, as code.
    """

    function: str
    place: str
    name: str
    position: int | None
    default: str


@check("static.options_passed")
def options_passed(context: CheckContext) -> None:
    """Look for parameters with the name of an option that no call passes, or none in a step."""
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    values: dict[str, set[str]] = defaultdict(set)
    for variant in variants_of(context).listed:
        for option, value in variant.options.items():
            values[option].add(repr(value))
    trees = [
        (str(name), tree)
        for path, name, tree in own_trees(context.subject)
        if path.name not in _OTHERS
    ]
    nodes = [node for _, tree in trees for node in ast.walk(tree)]
    defined = Counter(node.name for node in nodes if isinstance(node, Function))
    mentions = Counter(filter(None, map(_mentioned, nodes)))
    calls: dict[str, list[ast.Call]] = defaultdict(list)
    for node in nodes:
        if isinstance(node, ast.Call):
            calls[_mentioned(node.func)].append(node)
    functions = [node for node in nodes if isinstance(node, Function)]
    inside = {id(each) for node in functions for each in ast.walk(node)}
    in_step = {id(each) for node in functions if node.name in _STEPS for each in ast.walk(node)}
    tried = 0
    for parameter in _parameters(trees, values):
        own = calls.get(parameter.function, [])
        if defined[parameter.function] > 1 or mentions[parameter.function] != len(own):
            continue  # another function may be meant, or it is called from elsewhere
        if not any(id(call) in inside for call in own):
            continue  # it works before there is any reset
        tried += 1
        for calling, where in (
            (own, ""),
            ([call for call in own if id(call) in in_step], " of step()"),
        ):
            if calling and not any(_is_passed(parameter, call) for call in calling):
                raise PropertyViolated(
                    f"{parameter.function} ({parameter.place}) has the option {parameter.name!r} "
                    f"of reset() as a parameter, and no call{where} passes it: it is always "
                    f"{parameter.default} there"
                )
    if not tried:
        raise NotApplicable("no function that is called has an option with a default as parameter")


def _parameters(
    trees: list[tuple[str, ast.Module]], values: dict[str, set[str]]
) -> Iterator[_Parameter]:
    for path, tree in trees:
        for node in ast.walk(tree):
            if not isinstance(node, Function) or node.name.startswith("__"):
                continue
            for name, position, default in _with_defaults(node):
                if repr(literal(default)) in values.get(name, ()):
                    place, code = f"{path}:{node.lineno}", ast.unparse(default)
                    yield _Parameter(node.name, place, name, position, code)


def _with_defaults(function: Function) -> Iterator[tuple[str, int | None, ast.expr]]:
    """Parameters with a default: the name, the place in a call, and the default."""
    given = function.args
    named = [*given.posonlyargs, *given.args]
    bound = 1 if named and named[0].arg in ("self", "cls") else 0
    first = len(named) - len(given.defaults)
    for number, default in enumerate(given.defaults, first):
        yield named[number].arg, number - bound, default
    for each, other in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        if other is not None:
            yield each.arg, None, other


def _mentioned(node: ast.AST) -> str:
    """The name that a node reads, as a variable or an attribute; empty for other nodes."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_passed(parameter: _Parameter, call: ast.Call) -> bool:
    """Whether a call passes the parameter, or may do so."""
    if any(isinstance(each, ast.Starred) for each in call.args):
        return True
    if any(each.arg in (None, parameter.name) for each in call.keywords):
        return True
    return parameter.position is not None and len(call.args) > parameter.position

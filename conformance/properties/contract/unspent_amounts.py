"""Contract: what is left of something becomes less when it is spent."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.remaining_amounts import names_of_amounts_left

_SEEDS, _STEPS = 8, 20
_FEWEST_STEPS = 40
"""Steps, of all plays together, in which a number must have stayed the same."""
_BEGINNING = re.compile(
    r"reset|init|begin|start|set_?up|prepare|deal|draw|new|load|open|make|build|generate|create"
)
"""Names of functions that begin an episode."""
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@check("contract.unspent_amounts")
def unspent_amounts(context: CheckContext) -> None:
    """Look for numbers that no play and no line changes, though the code compares them."""
    names = names_of_amounts_left(context)
    if not names:
        raise NotApplicable("no number of the observation says how much is left")
    trees = [tree for _, _, tree in own_trees(context.subject)]
    limits = {name: attributes for name in names if (attributes := _shown(trees, name))}
    unspent = [
        name
        for name, attributes in limits.items()
        if any(_is_compared(trees, each) and not _is_changed(trees, each) for each in attributes)
    ]
    if not limits:
        raise NotApplicable("no number that is left is an attribute of the environment's code")
    steps = 0
    for episode in context.until_budget(_episodes(context) if unspent else (), least=_SEEDS):
        trace = context.play(episode)
        steps += len(trace) - 1
        values = [response.data or {} for response in trace]
        unspent = [
            name for name in unspent if len({repr(data.get(name)) for data in values if data}) == 1
        ]
    if unspent and steps >= _FEWEST_STEPS:
        raise PropertyViolated(
            f"{unspent[0]}, which says how much is left, is the same in all of {steps} steps; the "
            f"code compares it with something, and no line after the reset changes it",
            context.random_episode(context.seeds[0], _STEPS, "what is left stays"),
        )


def _episodes(context: CheckContext) -> Iterator[Episode]:
    """Random episodes and solutions."""
    for seed in context.seeds[:_SEEDS]:
        yield context.random_episode(seed, _STEPS, "random play")
    for solution in context.survey.solutions[:_SEEDS]:
        yield solution.episode("solution")


def _shown(trees: list[ast.Module], name: str) -> set[str]:
    """Attributes that are put into a field of a call as they are, as in `budget=self._budget`."""
    return {
        keyword.value.attr
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == name and isinstance(keyword.value, ast.Attribute)
    }


def _is_compared(trees: list[ast.Module], attribute: str) -> bool:
    """Whether the code compares the attribute with something that is not a constant."""
    return any(
        _names(part, attribute) and not isinstance(other, ast.Constant)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDERED)
        for part, other in (
            (node.left, node.comparators[0]),
            (node.comparators[0], node.left),
        )
    )


def _is_changed(trees: list[ast.Module], attribute: str) -> bool:
    """Whether a line after the beginning of an episode sets the attribute."""
    return any(
        _sets(node, attribute)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def _sets(function: ast.FunctionDef | ast.AsyncFunctionDef, attribute: str) -> bool:
    """Whether a function changes the attribute; one that begins an episode may only set it."""
    begins = _BEGINNING.search(function.name)
    for node in ast.walk(function):
        match node:
            case ast.AugAssign(target=target) if _names(target, attribute):
                return True
            case ast.Assign(targets=targets, value=value):
                is_set, of_itself = (
                    any(_names(part, attribute) for node in nodes for part in ast.walk(node))
                    for nodes in (targets, [value])
                )
                if is_set and (of_itself or not begins):
                    return True
    return False


def _names(node: ast.AST, attribute: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == attribute

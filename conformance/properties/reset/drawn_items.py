"""Reset: every item of a list that tasks are drawn from is drawn."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from hallmark_rl.conformance.actions.source_trees import source_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.answer_rules import read_views
from hallmark_rl.conformance.properties.variants.each_variant import variants_of

_DRAWS = {"choice", "choices", "sample", "shuffle", "randrange", "randint", "integers"}
_SEEDS, _FEWEST_SEEDS = 240, 60
_FEWEST_ITEMS, _FEWEST_SEEN = 4, 3
_CERTAIN = 12.0
"""Expected number of draws of an item that was never drawn, if it had half the chance of the
rarest other one: the probability of none is e**-12."""
_MOST_VARIANTS = 8


@check("reset.drawn_items")
def drawn_items(context: CheckContext) -> None:
    """Reset with many seeds, and count the items of the lists that the code draws from."""
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if context.subject.root is None or context.subject.url is not None:
        raise NotApplicable("the subject is not a folder")
    pools = dict(_drawn_pools(context))
    if not pools:
        raise NotApplicable("the code draws from no list of texts")
    patterns = {item: _pattern(item) for items in pools.values() for item in items}
    listed = [dict(v.options) for v in variants_of(context).listed if v.kind != "mode"]
    setups = [{}, *listed[:_MOST_VARIANTS]]
    seen: Counter[str] = Counter()
    resets = 0
    driver = context.new_in_process_driver()
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        response = driver.reset(seed=seed, **setups[seed % len(setups)])
        views = read_views(driver, response, [])
        text = to_json([response.data, views["attributes"]])
        seen.update(item for item, pattern in patterns.items() if pattern.search(text))
        resets += 1
    driver.close()
    judged = False
    for name, items in pools.items():
        drawn = [seen[item] for item in items if seen[item]]
        # what is there at every reset is not drawn
        if len(drawn) < max(_FEWEST_SEEN, len(items) / 2) or min(drawn) == resets:
            continue
        judged = True
        missing = [item for item in items if not seen[item]]
        if missing and min(drawn) / 2 >= _CERTAIN:
            raise PropertyViolated(
                f"{', '.join(map(repr, missing[:4]))} of {name} never came up in {resets} resets, "
                f"each of the other {len(drawn)} items at least {min(drawn)} times",
                Episode.of(1, [], "opening"),
            )
    if not judged:
        raise EvidenceMissing("too few items of the lists came up in first messages")


def _pattern(item: str) -> re.Pattern[str]:
    """A text as a pattern, with anything short in its placeholders, such as `{number}`."""
    parts = map(re.escape, re.split(r"\{[^{}]*\}", item))
    return re.compile(rf"(?<!\w){'.{0,60}?'.join(parts)}(?!\w)")


def _drawn_pools(context: CheckContext) -> Iterator[tuple[str, list[str]]]:
    """The lists of texts on the top level of files that a random call draws from, by name."""
    trees = [tree for _, tree in source_trees(context.subject)]
    drawn = {name for tree in trees for name in _names_in_draws(tree)}
    for tree in trees:
        for node in tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if isinstance(node, ast.AnnAssign):
                target = node.target
            if not isinstance(target, ast.Name) or target.id not in drawn:
                continue
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            items = [*dict.fromkeys(filter(None, map(_text_of, _items(value))))]
            if len(items) >= _FEWEST_ITEMS and len(items) == len(_items(value)):
                yield target.id, items


def _names_in_draws(tree: ast.Module) -> Iterator[str]:
    """Names that stand in the arguments of a random call, or before an index with one."""
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        if isinstance(node, ast.Call) and _is_draw(node):
            parts = [*node.args]
        elif isinstance(node, ast.Subscript) and any(map(_is_draw, ast.walk(node.slice))):
            parts = [node.value]
        for part in parts:
            cut = {node.value for node in ast.walk(part) if _is_part(node)}
            names = (inner for inner in ast.walk(part) if isinstance(inner, ast.Name))
            yield from (inner.id for inner in names if inner not in cut)


def _is_part(node: ast.AST) -> TypeGuard[ast.Subscript]:
    """Whether a node is the beginning of a list, of a written length: `CITIES[:4]`."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
        return False
    return node.slice.lower is None and isinstance(node.slice.upper, ast.Constant)


def _is_draw(node: ast.AST) -> bool:
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return is_method and node.func.attr in _DRAWS  # type: ignore[attr-defined]


def _items(value: ast.expr | None) -> list[ast.expr]:
    """The items of a list or tuple, or the keys of a dict."""
    if isinstance(value, ast.List | ast.Tuple | ast.Set):
        return value.elts
    return [key for key in value.keys if key] if isinstance(value, ast.Dict) else []


def _text_of(item: ast.expr) -> str:
    """A text, or the first text of a tuple; empty if there is none of three characters or more."""
    if isinstance(item, ast.Tuple) and item.elts:
        item = item.elts[0]
    is_text = isinstance(item, ast.Constant) and isinstance(item.value, str)
    return item.value if is_text and len(item.value) > 2 else ""  # type: ignore[attr-defined]

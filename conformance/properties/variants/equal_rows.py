"""Variants: no level has the row of another one in the source's table of levels."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.actions.source_trees import source_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.level_measures import Level, measure
from hallmark_rl.conformance.properties.variants.levels_alike import differences, level_names
from hallmark_rl.conformance.properties.variants.name_mask import NameMask
from hallmark_rl.conformance.survey.variants import Variant

_FEWEST_LEVELS = 3
_SEEDS, _FEWEST_SEEDS = 60, 40


@check("variants.equal_rows")
def equal_rows(context: CheckContext) -> None:
    """Find levels with equal rows, and look whether anything in their episodes differs."""
    context.require_capability_absent("unseeded", "the environment takes no seed")
    variants = [item for item in chosen_variants(context, tasks=False) if item.kind == "level"]
    if len(variants) < _FEWEST_LEVELS:
        raise NotApplicable("fewer than three levels are declared")
    tables = list(_tables(context, variants))
    if not tables:
        raise NotApplicable("no table of the source has a row for each declared level")
    for one, other in itertools.combinations(range(len(variants)), 2):
        rows = [row for row in tables if row[one] == row[other]]
        others_differ = any(len(set(row)) == len(variants) - 1 for row in rows)
        if len(rows) == len(tables) and others_differ:
            _require_difference(context, variants[one], variants[other])


def _tables(context: CheckContext, variants: list[Variant]) -> Iterator[list[str]]:
    """Tables of the source with a row for each level: the rows as texts, in the order of levels."""
    keys = [next(iter(variant.options.values())) for variant in variants]
    for _, tree in source_trees(context.subject):
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                rows = {
                    key.value: ast.dump(value)
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant)
                }
                if rows.keys() >= {*keys} and len({rows[key] for key in keys}) > 1:
                    yield [rows[key] for key in keys]


def _require_difference(context: CheckContext, one: Variant, other: Variant) -> None:
    """Raise if nothing differs between the episodes of two levels with the same row."""
    mask = NameMask([one, other], level_names(context, [one, other]))
    levels = Level(one), Level(other)
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST_SEEDS):
        for level in levels:
            measure(context, mask, level, seed)
    tried = min(len(level.words) for level in levels)
    if tried < _FEWEST_SEEDS:
        raise EvidenceMissing(f"too slow to measure {_FEWEST_SEEDS} episodes of each level")
    if not any(differences(*levels)):
        raise PropertyViolated(
            f"the source's table of levels has the same row for {one.label} and {other.label}, "
            f"other rows for the others, and nothing that is shown, held or needed differs between "
            f"these two on {tried} seeds",
            Episode.of(1, [], "opening", **other.options),
        )

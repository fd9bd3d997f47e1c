"""Semantics: no statement before it makes an empty SQL query a right answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FRESH = 2, 6
_MOST_TABLES = 4
_MOST_KINDS = 6
_QUERY = re.compile(r"\s*(select|with)\b", re.I)
_TABLE = re.compile(r"\b(?:from|join)\s+([A-Za-z_]\w*)", re.I)
_EMPTY = ("SELECT 1 WHERE 0", "SELECT 0", "SELECT NULL", "SELECT 0, 0", "SELECT NULL, NULL")
"""Queries that read nothing: what the reference gives where its tables are empty."""
_CLEARING = (
    ("DELETE FROM {table}",),
    ("WITH first AS (SELECT 1) DELETE FROM {table}",),
    ("/* look */ DELETE FROM {table}",),
    ("DROP TABLE {table}", "CREATE TABLE {table} AS SELECT 1 WHERE 0"),
    ("CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE 0",),
    ("CREATE TEMP TABLE {table} AS SELECT * FROM main.{table} WHERE 0",),
    ("CREATE OR REPLACE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE 1 = 0",),
)
"""Statements that make a table empty, or put an empty one before it."""


@check("semantic.query_preparations")
def query_preparations(context: CheckContext) -> None:
    """Empty or hide the tables of the reference query, then answer with a query that reads nothing.

    The statements are sent as steps that do not end the episode, and before the query in its text.
    """
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    asked = [(s, path) for s in solutions if not s.error for path in _query_paths(s)]
    if not asked:
        raise NotApplicable("no solution ends with an SQL query")
    paid: list[tuple[Episode, Rollout]] = []
    for solution, path in context.until_budget(asked, least=4):
        made = _paid_without_reading(context, solution, path)
        if made is not None:
            paid.append((made, solution))
        if len(paid) == _SEEDS:
            episode, solution = paid[0]
            played = "; ".join(to_json(action) for action in episode.actions)
            raise PropertyViolated(
                "a query that reads nothing is paid like the reference query "
                f"({solution.total:.4g}) after the tables were emptied or hidden: {played}",
                episode,
            )


def _query_paths(solution: Rollout) -> list[Path]:
    """Where the last action of a solution holds a query that reads a table."""
    last = solution.actions[-1] if solution.actions else {}
    texts = [(path, value) for path, value in leaves(last) if isinstance(value, str)]
    return [path for path, text in texts if _QUERY.match(text) and _TABLE.search(text)]


def _paid_without_reading(context: CheckContext, solution: Rollout, path: Path) -> Episode | None:
    """The first episode that is paid like the solution only after the tables were emptied."""
    start, last = solution.actions[:-1], solution.actions[-1]

    def paid(before: list[Action], query: str) -> Episode | None:
        script = [*start, *before, with_leaf(last, path, query)]
        return paid_like(context, solution, script, "tables emptied")

    unpaid = [query for query in _EMPTY if paid([], query) is None]
    tried = (
        paid(before, f"{prefix}{query}")
        for before, prefix in _preparations(context, solution, path)
        for query in unpaid
    )
    return next((episode for episode in tried if episode is not None), None)


def _preparations(
    context: CheckContext, solution: Rollout, path: Path
) -> Iterator[tuple[list[Action], str]]:
    """Steps that clear the tables, or the text to put before the query."""
    last = solution.actions[-1]
    query = str(dict(leaves(last))[path])
    tables = list(dict.fromkeys(_TABLE.findall(query)))[:_MOST_TABLES]
    kinds = [
        filled(last, slot, choice)
        for slot in slots_of(context.source, last)
        for choice in slot.choices
        if len(slot.keys) == 1
    ]
    unique = list({to_json(action): action for action in [last, *kinds]}.values())[:_MOST_KINDS]
    for clearing in _CLEARING:
        statements = [text.format(table=table) for table in tables for text in clearing]
        yield [], "".join(f"{statement}; " for statement in statements)
        for kind in unique:
            steps = [with_leaf(kind, path, statement) for statement in statements]
            yield steps, ""

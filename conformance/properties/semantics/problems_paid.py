"""Semantics: an answer in which the environment itself finds problems is not paid in full."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.probes.near_misses import single_edits
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_PROBLEMS = re.compile(
    r"(^|_)(broken|violat\w+|problems?|errors?|mistakes?|unmet|unsatisfied|conflicts?|failed|failures?)(_|$)",
    re.I,
)
"""Names of fields that list or count what is wrong with an answer."""
_FRESH = 6
_MOST_EDITS = 24
_SEEDS = 2
"""Seeds on which an answer with problems must be paid in full."""


@check("semantic.problems_paid")
def problems_paid(context: CheckContext) -> None:
    """Change the last action of solutions, and read what the message says about the result."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    found: dict[str, tuple[Rollout, Episode, Any]] = {}
    seen: dict[str, set[int | None]] = {}
    paths = _clean_paths(context, solutions)
    if not paths:
        raise NotApplicable("no field of the message lists what is wrong with an answer")
    for solution in context.until_budget(solutions, least=4):
        for action in itertools.islice(_edited(context, solution), _MOST_EDITS):
            episode = Episode.of(solution.seed, [*solution.actions[:-1], action], "an answer")
            trace = context.play(episode)
            total = sum(response.numeric_reward for response in trace[1:])
            data = trace[-1].data
            if data is None or len(trace) != len(solution.actions) + 1:
                continue
            if total < solution.total - 1e-9 * max(1.0, abs(solution.total)):
                continue
            for path, value in _problems(data).items():
                if path in paths and value:
                    found.setdefault(path, (solution, episode, value))
                    seen.setdefault(path, set()).add(solution.seed)
        for path, seeds in seen.items():
            if len(seeds) >= _SEEDS:
                first, episode, value = found[path]
                raise PropertyViolated(
                    f"{path} says {value!r} about an answer that earns {first.total:.4g}, as the "
                    f"right one does, on {len(seeds)} seeds",
                    episode,
                )


def _clean_paths(context: CheckContext, solutions: list[Rollout]) -> set[str]:
    """The fields for problems that are empty after every solution."""
    paths: set[str] | None = None
    for solution in solutions[:6]:
        data = context.play(solution.episode("solution"))[-1].data or {}
        empty = {path for path, value in _problems(data).items() if not value}
        paths = empty if paths is None else paths & empty
    return paths or set()


def _problems(data: dict[str, Any]) -> dict[str, Any]:
    """Lists, counts and texts in fields that are named for problems, by path."""
    return {
        path: value
        for path, value in subtrees({k: v for k, v in data.items() if k != "metadata"})
        if _PROBLEMS.search(path.rpartition(".")[2]) and isinstance(value, list | int | str)
    }


def _edited(context: CheckContext, solution: Rollout) -> Iterator[Action]:
    """The last action with items of a list exchanged, or one in another's place; then others."""
    last = solution.actions[-1]
    for field, value in last.items():
        if not isinstance(value, list) or len(value) < 2:
            continue
        for one, other in itertools.islice(itertools.combinations(range(len(value)), 2), 10):
            swapped = [*value]
            swapped[one], swapped[other] = value[other], value[one]
            doubled = [*value]
            doubled[one] = value[other]
            for made in (swapped, doubled):
                action = {**last, field: made}
                if made != value and context.source.valid(action):
                    yield action
    yield from (action for _, action in single_edits(context, solution))

"""Semantics: a script that reads no observation does not earn what the oracle earns."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share, solve
from hallmark_rl.conformance.checking.policies import oracle_margin, play, step_limit
from hallmark_rl.conformance.checking.probes.changed_values import leaves
from hallmark_rl.conformance.checking.probes.fixed_scripts import cycles, letters, sweeps
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE = 0.7
"""Share of tasks that a script may solve; the same as of `semantic.canary_floor`."""
_FEWEST = 4
_LONGEST_CYCLE_PLAY = 40
_LONGEST_SWEEP = 200
_LONGEST_LATE_PLAY = 100
_FEWEST_STEPS = 6
_MOST_LATE = 8
_LATE = (3, 1, 2, 4)
"""How many steps at the end are played otherwise."""
_SCRIPTS, _SECONDS = 60, 3.0
"""Scripts that are played at least, and the seconds that they may take."""


@check("semantic.fixed_cycles")
def fixed_cycles(context: CheckContext) -> None:
    """Play two or three fixed actions in turn, and the same ones on every seed."""
    solutions = _solutions(context)
    alphabet = letters(context, [solution.seed for solution in solutions[:2]])
    limit = min(step_limit(context), _LONGEST_CYCLE_PLAY)
    scripts = ((cycle * limit)[:limit] for cycle in cycles(alphabet))
    _require_no_win(context, "semantic.fixed_cycles", solutions, scripts)


@check("semantic.last_steps")
def last_steps(context: CheckContext) -> None:
    """Play one action until few steps are left, then another one, the same on every seed."""
    solutions = _solutions(context)
    if max(len(solution.actions) for solution in solutions) < _FEWEST_STEPS:
        raise NotApplicable("the solutions have fewer than six steps")
    alphabet = letters(context, [solution.seed for solution in solutions[:2]])[:_MOST_LATE]
    limit = min(step_limit(context), _LONGEST_LATE_PLAY)
    lengths = {
        to_json(action): len(play(context, [action] * limit, solutions[0].seed).actions)
        for action in alphabet
    }
    scripts = (
        [usual] * (lengths[to_json(usual)] - count) + [late] * count
        for usual, late in sorted(itertools.permutations(alphabet, 2), key=_extremes_last)
        for count in _LATE
        if lengths[to_json(usual)] >= _FEWEST_STEPS
    )
    _require_no_win(context, "semantic.last_steps", solutions, scripts)


def _extremes_last(pair: tuple[Action, Action]) -> tuple[float, float]:
    """Sorts what the smallest numbers do first, followed by what the largest do."""
    usual, late = (
        sum(abs(value) for _, value in leaves(action) if isinstance(value, int | float))
        for action in pair
    )
    return usual, -late


@check("semantic.swept_values")
def swept_values(context: CheckContext) -> None:
    """Play all values of small fields, one step each, and then what ends an episode at once."""
    solutions = _solutions(context)
    driver = context.new_driver()
    shown = driver.reset(seed=solutions[0].seed).data or {}
    driver.close()
    most = min(context.declared.max_steps or _LONGEST_SWEEP, _LONGEST_SWEEP)
    ends = [
        action
        for action in letters(context, [solutions[0].seed])
        if play(context, [action], solutions[0].seed).done
    ][:2]
    scripts = (
        script
        for sweep in sweeps(context, shown, most)
        for script in (sweep, *([*sweep, end] for end in ends if end not in sweep))
    )
    _require_no_win(context, "semantic.swept_values", solutions, scripts)


def _solutions(context: CheckContext) -> list[Rollout]:
    """Solved seeds; `NotApplicable` where the same actions solve all of them anyway."""
    context.require_capability_absent("single_task", "there is one task")
    solutions = [s for s in context.solutions if s.seed is not None]
    if len(solutions) < _FEWEST:
        raise NotApplicable("fewer than four solved seeds: a script may win by chance")
    if len({to_json(solution.actions) for solution in solutions}) == 1:
        raise NotApplicable("the oracle's actions are the same on all seeds")
    return solutions


def _require_no_win(
    context: CheckContext,
    property_id: str,
    solutions: list[Rollout],
    scripts: Iterable[list[Action]],
) -> None:
    """Raise `PropertyViolated` if a script earns what the oracle earns, also on fresh seeds."""
    claims = tried = 0
    for script in context.until_budget(scripts, least=_fewest_scripts(context)):
        tried += 1
        if not _wins(context, script, solutions[0]) and not _wins(context, script, solutions[1]):
            continue
        won = [solution for solution in solutions if _wins(context, script, solution)]
        if len(won) <= max(2, len(solutions) * _LARGEST_SHARE):
            continue
        claims += 1
        trial = functools.partial(_wins_on_seed, context, script)
        test = _confirmed(context, property_id, trial, script)
        if test:
            rollout = play(context, script, won[0].seed)
            played = ", ".join(map(to_json, rollout.actions[:4]))
            raise PropertyViolated(
                f"a script that reads no observation earns {rollout.total:.4g}, the oracle "
                f"{won[0].total:.4g}, on {len(won)} of {len(solutions)} seeds: {played} ... "
                f"({len(rollout.actions)} steps); {test}",
                rollout.episode("fixed script"),
            )
        if claims == CLAIMS:
            return
    if not tried:
        raise NotApplicable("no script could be made of actions that differ in what they do")


def _fewest_scripts(context: CheckContext) -> int:
    """How many scripts are played whatever the budget says: fewer where steps are slow."""
    cost = 2 * (context.survey.reset_s + _LONGEST_CYCLE_PLAY * context.survey.step_s)
    return max(2, min(_SCRIPTS, int(_SECONDS / max(cost, 1e-6))))


def _confirmed(
    context: CheckContext,
    property_id: str,
    trial: Callable[[int], bool | None],
    script: list[Action],
) -> str:
    name = to_json(script)
    return confirm_share(context, property_id, trial, _LARGEST_SHARE, plays=3, name=name)


def _wins_on_seed(context: CheckContext, script: list[Action], seed: int) -> bool | None:
    solution = solve(context, seed)
    return None if solution is None else _wins(context, script, solution)


def _wins(context: CheckContext, script: list[Action], solution: Rollout) -> bool:
    rollout = play(context, script, solution.seed)
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)

"""Semantics: what has to be looked up is not known beforehand.

Solutions of some tasks are shortened to the steps that matter, and a script is learned from them.
The script is then played on fresh seeds from their first messages alone.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import leaves
from hallmark_rl.conformance.checking.probes.script_rules import Script, learn_script
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE = 0.7
"""Share of tasks that a script may solve; the same as of `semantic.canary_floor`."""
_MORE_SEEDS = 56
_LEARNED = 24
"""Different tasks from which the script is learned; the others screen it."""
_FEWEST = 30
_LONGEST_SOLUTION = 24
_MANY_LOOKS = 3
"""Steps that an oracle makes only to learn something, if none but its last one matters: what it
learns may be in no message literally."""


@check("semantic.blind_scripts")
def blind_scripts(context: CheckContext) -> None:
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _MORE_SEEDS)]
    longest = max(len(solution.actions) for solution in solutions)
    if longest < 2:
        raise NotApplicable("the oracle looks nothing up: it takes one step")
    if longest > _LONGEST_SOLUTION and not _last_step_is_enough(context):
        raise NotApplicable("the solutions are too long to be shortened")
    tasks = _different_tasks(context, solutions)
    if len(tasks) < _FEWEST:
        raise NotApplicable("too few different tasks to learn from some and to solve others")
    learned, others = tasks[:_LEARNED], tasks[_LEARNED:]
    shortened, looked_up = [], []
    for shown, solution in context.until_budget(learned, least=8):
        actions = _steps_that_matter(context, solution)
        shortened.append((shown, actions))
        fewer = len(actions) < len(solution.actions)
        steps = len(solution.actions) - len(actions)
        many = len(actions) == 1 and steps >= _MANY_LOOKS
        looked_up.append(
            fewer and (many or _uses_what_a_step_shows(context, solution, actions, shown))
        )
    if sum(looked_up) <= len(looked_up) / 2:
        raise NotApplicable("no step of the solutions only shows what a later one gives")
    script = learn_script(shortened)
    if script is None:
        return
    known = frozenset(to_json(shown) for shown, _ in tasks)
    wins = [_wins(context, script, solution, shown) for shown, solution in others]
    if sum(map(bool, wins)) <= len(wins) * _LARGEST_SHARE:
        return
    trial = functools.partial(_solves_fresh_seed, context, script, known)
    test = confirm_share(
        context, "semantic.blind_scripts", trial, _LARGEST_SHARE, plays=3, name="script"
    )
    if test:
        shown, solution = others[wins.index(True)]
        actions = script.actions(shown) or []
        text = f"{len(actions)} steps that follow from the first message alone earn what the "
        text += f"oracle earns in {len(solution.actions)}, without looking anything up"
        raise PropertyViolated(f"{text}; {test}", _episode(solution, actions))


def _episode(solution: Rollout, actions: list[Action]) -> Episode:
    return Rollout(solution.seed, actions, [], done=True).episode("blind script")


def _different_tasks(
    context: CheckContext, solutions: Iterable[Rollout]
) -> list[tuple[dict[str, object], Rollout]]:
    """Solutions with their first messages, each message once."""
    tasks: dict[str, tuple[dict[str, object], Rollout]] = {}
    for solution in solutions:
        shown = None if solution.seed is None else _first_message(context, solution.seed)
        if shown is not None:
            tasks.setdefault(to_json(shown), (shown, solution))
    return list(tasks.values())


def _first_message(context: CheckContext, seed: int) -> dict[str, object] | None:
    driver = context.new_driver()
    response = driver.reset(seed=seed)
    driver.close()
    return None if response.data is None else shown_to_agent(response.data)


def _steps_that_matter(context: CheckContext, solution: Rollout) -> list[Action]:
    """The actions without those that can be left out, one after the other, at no loss."""
    if _is_paid_in_full(context, solution, solution.actions[-1:]):
        return solution.actions[-1:]
    actions = list(solution.actions)
    for place in range(len(actions) - 1, -1, -1):
        fewer = [*actions[:place], *actions[place + 1 :]]
        if _is_paid_in_full(context, solution, fewer):
            actions = fewer
    return actions


def _is_paid_in_full(context: CheckContext, solution: Rollout, actions: list[Action]) -> bool:
    rollout = play(context, actions, solution.seed)
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)


def _last_step_is_enough(context: CheckContext) -> bool:
    """Whether the last step of most solutions earns as much alone."""
    known = [_is_paid_in_full(context, each, each.actions[-1:]) for each in context.solutions]
    return 2 * sum(known) > len(known)


def _uses_what_a_step_shows(
    context: CheckContext, solution: Rollout, actions: list[Action], shown: dict[str, object]
) -> bool:
    """Whether the actions give a value that the solution's steps show and the first message not."""
    replies = to_json(context.play_messages(solution.episode("solution"))[1:-1])
    known = to_json([shown, context.survey.schema])
    values = {str(value) for action in actions for _, value in leaves(action)}
    return any(value in replies and value not in known for value in values)


def _wins(
    context: CheckContext, script: Script, solution: Rollout, shown: dict[str, object]
) -> bool | None:
    """Whether the script earns what the oracle earns; None if it does not know the task's kind."""
    actions = script.actions(shown)
    if actions is None:
        return None
    return _is_paid_in_full(context, solution, actions)


def _solves_fresh_seed(
    context: CheckContext, script: Script, known: frozenset[str], seed: int
) -> bool | None:
    shown = _first_message(context, seed)
    if shown is None or to_json(shown) in known:
        return None
    solution = solve(context, seed)
    return None if solution is None else _wins(context, script, solution, shown)

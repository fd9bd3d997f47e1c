"""Step: an episode ends with the step that decides it, and when the shown steps are used up."""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play, wrong_moves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_LEFT = re.compile(
    r"^(steps?|turns?|moves?|attempts?|tries|guesses|rounds?)_?(left|remaining)$"
    r"|^(remaining|left)_?(steps?|turns?|moves?|attempts?|tries|guesses|rounds?)$",
    re.I,
)
_MOST_STEPS = 300


@check("step.ends_at_once")
def ends_at_once(context: CheckContext) -> None:
    """Replace the last action of solutions in which it earns nothing by any other action."""
    solutions = [solution for solution in context.solutions if solution.done]
    late: list[Rollout] = []
    for solution in context.until_budget(solutions, least=4):
        if len(solution.actions) < 2 or abs(solution.rewards[-1]) > oracle_margin(context):
            return
        if not _any_action_ends(context, solution):
            return
        late.append(solution)
    if len(late) >= 2:
        text = f"on {len(late)} seeds the task is solved and paid, and the episode is not done; "
        raise PropertyViolated(
            text + "whatever is played next ends it and earns nothing", late[0].episode("solution")
        )


def _any_action_ends(context: CheckContext, solution: Rollout) -> bool:
    """Whether any action ends the episode after all but the last action of a solution.

    Not if the episode has a fixed length: then wrong moves end it at the same step, and a solution
    that begins one step later does not end it one step later.
    """
    most = len(solution.actions)
    before = solution.actions[:-1]
    for action in _others(context, solution)[:3]:
        rollout = play(context, [*before, action], solution.seed)
        if not rollout.done or len(rollout.actions) < most:
            return False
        if abs(rollout.rewards[-1]) > oracle_margin(context):
            return False
    for action in _others(context, solution)[:4]:
        delayed = play(context, [action, *before], solution.seed)
        if not delayed.done and len(delayed.actions) == most:
            ended = play(context, [action, *before, solution.actions[-1]], solution.seed)
            wrong = play(context, [action] * (most + 1), solution.seed)
            solved = ended.total >= solution.total / 2 > 0
            if ended.done and solved and not wrong.done:
                return True
    return False


def _others(context: CheckContext, solution: Rollout) -> list[Action]:
    return [action for action in wrong_moves(context) if action not in solution.actions]


@check("step.shown_limit")
def shown_limit(context: CheckContext) -> None:
    """Play until the shown number of steps left is used up."""
    context.require_capability_absent("continuing", "episodes do not end")
    length = min(_MOST_STEPS, int(1.0 / max(context.survey.step_s, 1e-4)))
    seen: set[str] = set()
    for seed in context.until_budget(context.seeds[:4], least=2):
        for episode in (
            context.random_episode(seed, length),
            Episode.of(seed, [context.pool[0]] * length, "repetition"),
        ):
            trace = context.play(episode)
            counts = [_steps_left(response.data) for response in trace]
            for name in counts[0]:
                column = [count.get(name) for count in counts]
                places = [index for index, value in enumerate(column) if value == 0]
                if column[0] is None or column[0] < 1 or not places:
                    continue
                first = places[0]
                expected = [column[0] - index for index in range(first + 1)]
                if column[: first + 1] != expected:
                    continue  # it does not count the steps
                seen.add(name)
                if not trace[first].done and len(trace) > first + 1:
                    raise PropertyViolated(
                        f"{name} is 0 after step {first}, and the episode goes on",
                        Episode(episode.calls[: first + 2], episode.label),
                    )
    if not seen:
        raise NotApplicable("no message shows how many steps are left")


def _steps_left(data: object) -> dict[str, int]:
    """Fields that are named like a number of steps left, with their values, by their paths."""
    return {
        path: value
        for path, value in subtrees(data)
        if isinstance(value, int)
        and not isinstance(value, bool)
        and _LEFT.search(path.rpartition(".")[2])
    }

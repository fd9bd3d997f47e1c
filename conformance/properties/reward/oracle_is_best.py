"""Reward: no policy earns more than the oracle, and a late solution is still paid."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import delayed_oracle, play, step_limit, wrong_moves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout


def _largest_allowed(context: CheckContext, solution: Rollout) -> float:
    """The return that a policy which does not solve this seed must stay below."""
    return solution.total - min(context.declared.margin, 0.5) * abs(context.scale) * 0.2


def _actions_off_the_solution(context: CheckContext, solution: Rollout) -> list[Action]:
    """Valid actions that do not occur in this solution; last actions of other solutions first."""
    final_actions = [action for other in context.survey.solutions for action in other.actions[-1:]]
    actions = [
        action for action in [*final_actions, *context.pool] if action not in solution.actions
    ]
    return [action for index, action in enumerate(actions) if action not in actions[:index]]


@check("reward.repetition")
def repetition(context: CheckContext) -> None:
    for solution in context.until_budget(context.solutions[:4]):
        for action in context.until_budget(
            _actions_off_the_solution(context, solution)[:16], least=6
        ):
            _require_less(context, solution, [action] * step_limit(context), "repetition")


@check("reward.toggling")
def toggling(context: CheckContext) -> None:
    rng = context.rng("toggle")
    for solution in context.until_budget(context.solutions[:3]):
        actions = _actions_off_the_solution(context, solution)[:10]
        pairs = list(itertools.combinations(actions, 2))
        rng.shuffle(pairs)
        for pair in context.until_budget(pairs[:12], least=4):
            _require_less(context, solution, list(pair) * (step_limit(context) // 2), "alternation")


def _require_less(
    context: CheckContext, solution: Rollout, actions: list[Action], label: str
) -> None:
    """Raise if the actions earn as much as the oracle without solving the task.

    If they earn no more than the oracle, five more seeds must confirm it: one seed may be easy.
    """
    rollout = _equal_return_unsolved(context, solution, actions)
    if rollout is None:
        return
    could_be_chance = (
        rollout.total <= solution.total + 1e-6 * max(1.0, abs(solution.total))
        and len(solution.actions) > 1
    )
    others = (
        [other for other in context.solved if other.seed != solution.seed][:5]
        if could_be_chance
        else []
    )
    if all(_equal_return_unsolved(context, other, actions) for other in others):
        earned = f"{label} earns {rollout.total:.4g}, the oracle earns {solution.total:.4g}"
        raise PropertyViolated(earned, rollout.episode(label))


def _equal_return_unsolved(
    context: CheckContext, solution: Rollout, actions: list[Action]
) -> Rollout | None:
    """The rollout of the actions if it earns what the oracle earns without solving; else None."""
    rollout = play_actions(context.subject, context.survey, actions, solution.seed)
    if rollout.error or (rollout.success and len(set(map(repr, rollout.actions))) <= 1):
        return None
    if "continuing" in context.declared.capabilities and len(rollout.rewards) != len(
        solution.rewards
    ):
        return None
    if rollout.total < _largest_allowed(context, solution) or rollout.success is True:
        return None
    reached_goal = rollout.done and rollout.total <= solution.total + 1e-9
    if reached_goal and len(rollout.actions) < len(actions):
        return None  # repeating one action is a solution of this seed
    return rollout


@check("reward.oracle_dominates")
def oracle_dominates(context: CheckContext) -> None:
    """Compare the oracle with other policies on the same seeds."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    for solution in context.until_budget(context.solutions, least=2):
        for label, rollout in _other_policies(context, solution):
            if rollout.error or rollout.total <= solution.total + 1e-6 * max(
                1.0, abs(solution.total)
            ):
                continue
            if "continuing" in context.declared.capabilities and len(rollout.rewards) > len(
                solution.rewards
            ):
                continue
            earned = f"{label} earns {rollout.total:.4g}, the oracle earns {solution.total:.4g}"
            raise PropertyViolated(earned, rollout.episode(label))


def _other_policies(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, Rollout]]:
    """Rollouts of policies that may solve late or not at all, each with a name."""
    for label, group in (
        ("doing nothing", context.survey.null_rollouts),
        ("random play", context.survey.random_rollouts),
    ):
        yield from ((label, rollout) for rollout in group if rollout.seed == solution.seed)
    other_solutions = [rollout for rollout in context.solutions if rollout.seed != solution.seed]
    action_lists: list[tuple[str, list[Action]]] = [
        ("a wrong move before the solution", context.pool[:1] + solution.actions),
        ("the solution twice", solution.actions * 2),
        ("the solution's first move repeated", solution.actions[:1] * step_limit(context)),
    ]
    action_lists += [
        ("another seed's solution before the solution", rollout.actions + solution.actions)
        for rollout in other_solutions[:2]
    ]
    rng = context.rng(f"panel{solution.seed}")
    every_action = [
        action for rollout in context.solutions for action in rollout.actions
    ] + context.pool
    for _ in range(4):
        action_lists.append(
            (
                "random moves of solutions",
                [rng.choice(every_action) for _ in range(step_limit(context))],
            )
        )
    for label, actions in action_lists:
        yield label, play_actions(context.subject, context.survey, actions, solution.seed)
    for policy_label, policy in (
        ("the oracle after wrong moves", delayed_oracle(context, solution.seed, wrong=2)),
        (
            "the oracle with each move played twice",
            delayed_oracle(context, solution.seed, repeat=2),
        ),
    ):
        yield (
            policy_label,
            play_policy(
                context.subject, context.survey, policy, solution.seed, step_limit(context)
            ),
        )


@check("reward.progress_once")
def progress_once(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "single returns depend on chance")
    for solution in context.until_budget(context.solutions, least=3):
        for actions in _with_best_wrong_move(context, solution):
            rollout = play(context, actions, solution.seed)
            if not rollout.error and rollout.total > solution.total + 1e-6 * max(
                1.0, abs(solution.total)
            ):
                text = f"with the wrong move that pays most, {len(rollout.rewards)} steps"
                oracle_text = f"the oracle's {len(solution.rewards)} earn {solution.total:.4g}"
                raise PropertyViolated(
                    f"{text} earn {rollout.total:.4g}, {oracle_text}", rollout.episode("slow")
                )
    for solution in context.until_budget(context.solutions, least=2):
        for wrong in (1, 2, 4):
            for pick in range(3):
                policy = delayed_oracle(context, solution.seed, wrong=wrong, pick=pick)
                rollout = play_policy(
                    context.subject, context.survey, policy, solution.seed, step_limit(context) + 8
                )
                if rollout.error or len(rollout.rewards) <= len(solution.rewards):
                    continue
                if rollout.total > solution.total + 1e-6 * max(1.0, abs(solution.total)):
                    text = f"{len(rollout.rewards)} steps earn {rollout.total:.4g}"
                    oracle_text = f"the oracle's {len(solution.rewards)} earn {solution.total:.4g}"
                    raise PropertyViolated(
                        f"a late solution of {text}, {oracle_text}", rollout.episode("slow")
                    )


def _with_best_wrong_move(context: CheckContext, solution: Rollout) -> Iterator[list[Action]]:
    """The solution with the best-paid wrong move inserted, at its start or before its last move.

    The move is inserted once, and several times up to the step limit.
    """
    wrong = [action for action in wrong_moves(context, 120) if action not in solution.actions]
    wrong = wrong[: max(4, int(0.5 / max(context.survey.step_s, 1e-4)))]
    room = max(1, step_limit(context) - len(solution.actions))
    counts = sorted({1, room} if context.slow else {1, 2, min(4, room), room})
    last = len(solution.actions) - 1
    moves_by_index = {0: wrong} | (
        {last: [*context.survey.invalid[:8], *wrong[:24]]} if last else {}
    )
    for index, moves in moves_by_index.items():
        before, after = solution.actions[:index], solution.actions[index:]
        rollouts = [(play(context, [*before, action], solution.seed), action) for action in moves]
        unfinished = [(rollout.total, action) for rollout, action in rollouts if not rollout.done]
        if unfinished:
            best = max(unfinished, key=lambda pair: pair[0])[1]
            yield from ([*before, *[best] * count, *after] for count in counts)


@check("reward.late_solution")
def late_solution(context: CheckContext) -> None:
    """Delay the oracle by wrong moves so that it solves in the last allowed step."""
    limit = context.declared.max_steps
    if limit is None:
        raise NotApplicable(
            "no max_steps is declared: write declared = {'max_steps': N} in proof.py"
        )
    if limit > 400:
        raise NotApplicable(f"max_steps = {limit} is too large to try")
    if all(len(solution.actions) >= limit for solution in context.solutions):
        raise NotApplicable("the oracle always uses all steps of the limit")
    solved_before_limit = solved_at_limit = 0
    failed: tuple[Rollout, float] | None = None
    for solution in context.until_budget(context.solutions, least=3):
        for pick in range(3):
            if len(solution.actions) > limit:
                continue
            for wrong in range(
                max(0, limit - len(solution.actions) - 1), limit - len(solution.actions) + 1
            ):
                policy = delayed_oracle(context, solution.seed, wrong=wrong, pick=pick)
                rollout = play_policy(
                    context.subject, context.survey, policy, solution.seed, limit + 2
                )
                last_reward = rollout.rewards[-1] if rollout.rewards else 0.0
                solved = (
                    rollout.done and last_reward >= solution.rewards[-1] - abs(context.scale) / 2
                )
                if len(rollout.rewards) == limit - 1 and solved:
                    solved_before_limit += 1
                elif len(rollout.rewards) == limit:
                    solved_at_limit += solved
                    if not solved and solution.actions[-1] == rollout.actions[-1]:
                        failed = failed or (rollout, last_reward)
                elif (
                    rollout.done
                    and len(rollout.rewards) < len(solution.actions) + wrong
                    and not solved
                ):
                    failed = failed or (rollout, last_reward)
    unpaid = _unpaid_second_attempt(context, limit)
    if unpaid is not None:
        raise PropertyViolated(
            "after a wrong answer, the right answer is not paid", unpaid.episode("second")
        )
    if failed is not None and solved_before_limit and not solved_at_limit:
        rollout, last_reward = failed
        raise PropertyViolated(
            f"the solution in step {len(rollout.rewards)} of {limit} pays {last_reward:.4g}; "
            "one step earlier it is paid in full",
            rollout.episode("late"),
        )


def _unpaid_second_attempt(context: CheckContext, limit: int) -> Rollout | None:
    """For tasks with one-action solutions: a rollout whose second action, the solution, is unpaid.

    None if a second attempt is ever paid, or in fewer than four cases.
    """
    unpaid: list[Rollout] = []
    for solution in context.solutions:
        if len(solution.actions) != 1 or limit < 2:
            return None
        for action in _actions_off_the_solution(context, solution)[:3]:
            rollout = play_actions(
                context.subject, context.survey, [action, *solution.actions], solution.seed
            )
            if len(rollout.actions) == 2 and not rollout.error:
                if rollout.total > context.floor + 0.1 * abs(context.scale):
                    return None
                unpaid.append(rollout)
    return unpaid[0] if len(unpaid) >= 4 else None

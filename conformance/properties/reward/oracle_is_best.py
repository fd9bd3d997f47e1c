"""Reward: no other policy earns more than the oracle, or as much without solving."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    CLAIMS,
    confirm_more_than_oracle,
    confirm_share,
    is_demonstration,
    returns_vary,
    solve,
)
from hallmark_rl.conformance.checking.policies import (
    delayed_oracle,
    ends_as_solved,
    oracle_margin,
    step_limit,
)
from hallmark_rl.conformance.checking.probes.added_entries import fuller_actions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import slots_of, value_at
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_SHARE = 0.5
"""Share of seeds on which repeating actions may earn what the oracle earns: some are easy."""
_IDLE = "doing nothing"
_WRONG_FIRST = "a wrong move before the solution"
_OTHER_FIRST = "another seed's solution before the solution"
_DELAYED, _TWICE = "the oracle after wrong moves", "the oracle with each move played twice"
_VARIED_SOLUTIONS = {_WRONG_FIRST, _OTHER_FIRST, _DELAYED, _TWICE}
"""Policies that solve the task too: one may do a little better than an approximate oracle."""
_ADDED_SOLUTIONS, _MOST_ADDED = 8, 40
"""Solutions to which entries are added, and additions to one action."""


def _largest_allowed(context: CheckContext, solution: Rollout) -> float:
    """The return that a policy which does not solve this seed must stay below."""
    return solution.total - min(context.declared.margin, 0.5) * abs(context.scale) * 0.2


def actions_off_the_solution(context: CheckContext, solution: Rollout) -> list[Action]:
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
            actions_off_the_solution(context, solution)[:16], least=6
        ):
            actions = [action] * step_limit(context)
            _require_less(context, "reward.repetition", solution, actions, "repetition")


@check("reward.toggling")
def toggling(context: CheckContext) -> None:
    rng = context.rng("toggle")
    for solution in context.until_budget(context.solutions[:3]):
        actions = actions_off_the_solution(context, solution)[:10]
        pairs = list(itertools.combinations(actions, 2))
        rng.shuffle(pairs)
        for pair in context.until_budget(pairs[:12], least=4):
            actions = list(pair) * (step_limit(context) // 2)
            _require_less(context, "reward.toggling", solution, actions, "alternation")


def _require_less(
    context: CheckContext, name: str, solution: Rollout, actions: list[Action], label: str
) -> None:
    """Raise if the actions earn as much as the oracle without solving the task.

    Fresh seeds must confirm it where luck may play a part: if the oracle's return varies, or the
    actions earn no more than the oracle, because one seed may be easy.
    """
    rollout = _equal_return_unsolved(context, solution, actions)
    if rollout is None:
        return
    more = rollout.total > solution.total + 1e-6 * max(1.0, abs(solution.total))
    confirmed = ""
    lucky = not is_demonstration(context, rollout.total, solution.total) or not more
    if lucky or _saves_costs(context, rollout, solution):
        others = [other for other in context.solved if other.seed != solution.seed][:5]
        if not all(_equal_return_unsolved(context, other, actions) for other in others):
            return

        def unsolved(seed: int) -> bool | None:
            other = solve(context, seed)
            if other is None:
                return None
            return _equal_return_unsolved(context, other, actions) is not None

        confirmed = confirm_share(context, name, unsolved, _LARGEST_SHARE, name=repr(actions[:2]))
        if not confirmed:
            return
    earned = f"{label} earns {rollout.total:.4g}, the oracle earns {solution.total:.4g}"
    raise PropertyViolated("; ".join(filter(None, [earned, confirmed])), rollout.episode(label))


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
    repeats = len(solution.actions) > 1 and len({to_json(a) for a in solution.actions}) == 1
    if repeats and rollout.total < solution.total - 1e-6 * max(1.0, abs(solution.total)):
        return None  # the task is solved by repetition: another action is a worse try to solve it
    reached_goal = rollout.done and rollout.total <= solution.total + 1e-9
    if reached_goal and len(rollout.actions) < max(2, len(actions)):
        return None  # an action is a solution of this seed
    return rollout


@check("reward.oracle_dominates")
def oracle_dominates(context: CheckContext) -> None:
    """Compare the oracle with other policies on the same seeds."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    suspected: dict[str, tuple[Rollout, Rollout]] = {}
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
            if label in _VARIED_SOLUTIONS and _is_tolerated(context, rollout, solution):
                continue
            saves = label != _IDLE and _saves_costs(context, rollout, solution)
            varied = context.is_approximate and label in _VARIED_SOLUTIONS
            oracle_total = solution.total if varied else None
            if is_demonstration(context, rollout.total, oracle_total) and not saves:
                earned = f"{label} earns {rollout.total:.4g}, the oracle earns {solution.total:.4g}"
                raise PropertyViolated(earned, rollout.episode(label))
            suspected.setdefault(label, (rollout, solution))
    for label, (rollout, solution) in list(suspected.items())[:CLAIMS]:
        confirmed = confirm_more_than_oracle(
            context,
            "reward.oracle_dominates",
            label,
            functools.partial(_policy_named, context, label),
        )
        if confirmed:
            earned = f"{label} earns {rollout.total:.4g}, the oracle earns {solution.total:.4g}"
            raise PropertyViolated(f"{earned}; {confirmed}", rollout.episode(label))
    if "continuing" not in context.declared.capabilities:
        _require_no_better_addition(context)


def _is_tolerated(context: CheckContext, rollout: Rollout, solution: Rollout) -> bool:
    """Whether a rollout earns more than an approximate oracle by no more than its author states."""
    high = context.declared.high
    within = high is None or rollout.total <= high + 1e-9
    more = rollout.total - solution.total
    return context.is_approximate and within and more <= context.declared.tolerance


def _saves_costs(context: CheckContext, rollout: Rollout, solution: Rollout) -> bool:
    """Whether a rollout is a lucky guess that earns more by saving the costs of steps alone.

    Its last action is of the same kind as the solution's, or, where the oracle is approximate, of a
    kind that solutions have; and no step that the solution pays for is free in it. Or it ends as
    the solution does with less effort.
    """
    if ends_as_solved(context, rollout, solution):
        return True
    paid = sum(reward for reward in solution.rewards if reward > 0)
    if not rollout.actions or rollout.total > paid + 1e-6 * max(1.0, abs(paid)):
        return False
    steps = zip(solution.actions, solution.rewards, strict=False)
    costly = {to_json(action) for action, reward in steps if reward < 0}
    taken = zip(rollout.actions, rollout.rewards, strict=False)
    if any(reward >= 0 and to_json(action) in costly for action, reward in taken):
        return False
    last = rollout.actions[-1]
    kinds = [slot for slot in slots_of(context.source, last) if slot.choices]
    known = solution.actions[-1:]
    if context.is_approximate and rollout.rewards[-1] > 0:
        known = [action for each in [solution, *context.solutions] for action in each.actions]
    return last in known or any(
        value_at(last, slot) == value_at(action, slot) for slot in kinds for action in known
    )


def _earned(context: CheckContext, actions: list[Action], seed: int | None) -> float:
    return play_actions(context.subject, context.survey, actions, seed).total


def _require_no_better_addition(context: CheckContext) -> None:
    """Raise if a solution earns more with further entries that the first message shows.

    Only where no oracle could earn more: its return is the same on all seeds, or the declared
    maximum is exceeded.
    """
    most = context.declared.success
    constant = not returns_vary(context)
    if not context.profile.covers("default") or (most is None and not constant):
        return
    for solution in context.until_budget(context.solutions[:_ADDED_SOLUTIONS], least=2):
        response = context.new_driver().reset(
            **({} if solution.seed is None else {"seed": solution.seed})
        )
        limit = solution.total + oracle_margin(context)
        if not constant:
            limit = max(limit, most or 0.0)
        for place in sorted({0, len(solution.actions) - 1}):
            before, after = solution.actions[:place], solution.actions[place + 1 :]
            if after:  # what a step tells is known by heart here: to leave it out saves its cost
                limit = max(limit, _earned(context, [*before, *after], solution.seed))
            added = fuller_actions(solution.actions[place], response.data or {})
            for action in itertools.islice(filter(context.source.valid, added), _MOST_ADDED):
                actions = [*before, action, *after]
                rollout = play_actions(context.subject, context.survey, actions, solution.seed)
                if not rollout.error and rollout.total > limit:
                    raise PropertyViolated(
                        f"a solution with more entries than it needs earns {rollout.total:.4g}: "
                        f"{action}; the oracle earns {solution.total:.4g} with "
                        f"{solution.actions[place]}",
                        rollout.episode("entries added"),
                    )


def _policy_named(context: CheckContext, label: str, solution: Rollout) -> Rollout | None:
    """The rollout of one of the other policies on the seed of a solution."""
    if label == "random play":
        actions = context.random_episode(solution.seed, 40).actions
        return play_actions(context.subject, context.survey, actions, solution.seed)
    policies = _other_policies(context, solution)
    return next((rollout for name, rollout in policies if name == label), None)


def _other_policies(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, Rollout]]:
    """Rollouts of policies that may solve late or not at all, each with a name."""
    for label, group in (
        (_IDLE, context.survey.null_rollouts),
        ("random play", context.survey.random_rollouts),
    ):
        yield from ((label, rollout) for rollout in group if rollout.seed == solution.seed)
    other_solutions = [rollout for rollout in context.solutions if rollout.seed != solution.seed]
    action_lists: list[tuple[str, list[Action]]] = [
        (_WRONG_FIRST, context.pool[:1] + solution.actions),
        ("the solution twice", solution.actions * 2),
        ("the solution's first move repeated", solution.actions[:1] * step_limit(context)),
    ]
    action_lists += [
        (_OTHER_FIRST, rollout.actions + solution.actions) for rollout in other_solutions[:2]
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
        (_DELAYED, delayed_oracle(context, solution.seed, wrong=2)),
        (
            _TWICE,
            delayed_oracle(context, solution.seed, repeat=2),
        ),
    ):
        yield (
            policy_label,
            play_policy(
                context.subject, context.survey, policy, solution.seed, step_limit(context)
            ),
        )

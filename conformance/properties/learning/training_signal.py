"""Learning signal: rewards that GRPO can learn from, measured on seeded groups of rollouts.

A group has eight rollouts of a policy that plays the oracle's move half of the time and a random
valid action otherwise. A few groups are a screen: what they suggest is confirmed on fresh seeds.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share
from hallmark_rl.conformance.checking.policies import oracle_of, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.sdk.common.statistics import wilson_interval

_GROUP = 8
"""Rollouts of one group."""
_FEWEST_TRIALS = 6
"""Seeds on which every level is played, however long that takes."""


def _mixed_rollout(context: CheckContext, seed: int, number: int, share: float = 0.5) -> Rollout:
    """Play the oracle's move with probability `share` and a random move otherwise."""
    oracle = oracle_of(context)
    rng = context.rng(f"mixed{seed}/{number}/{share}")

    def policy(env: Any, observation: Any) -> Any:
        if rng.random() < share:
            return oracle(env, observation)
        return make_action(context.subject.action_type, rng.choice(context.pool))

    longest = max(len(solution.actions) for solution in context.solutions)
    limit = max(min(context.declared.max_steps or 60, 60), longest)
    return play_policy(context.subject, context.survey, policy, seed, limit)


def _group_returns(context: CheckContext) -> list[list[float]]:
    """Play groups of eight mixed rollouts (24 groups, fewer if slow); the returns of each."""
    _ = context.solutions
    length = max(10, *(len(solution.actions) for solution in context.solutions))
    cost = _GROUP * (length * context.survey.step_s + context.survey.reset_s)
    count = max(3, min(24, int(4.0 / max(cost, 1e-3))))
    groups: list[list[float]] = []
    for seed in range(1, count + 1):
        if len(groups) >= 4 and context.out_of_time(0.5):
            break
        groups.append([_mixed_rollout(context, seed, number).total for number in range(_GROUP)])
    return groups


_LEAST_REACHED = 0.1
"""Share of seeds on which a mixed rollout must be paid. With 0.05, 250 fresh seeds are needed."""
_LEAST_INFORMATIVE = 0.3
"""Share of groups whose returns must differ: GRPO learns nothing from the others."""
_LARGEST_RANDOM_SUCCESS = 0.5
"""Share of seeds on which random play may earn as much as the oracle."""


@check("statistical.reward_reachability")
def reachability(context: CheckContext) -> None:
    totals = [total for group in _group_returns(context) for total in group]
    above = sum(total > context.floor + 1e-9 for total in totals)
    low, high = wilson_interval(above, len(totals))
    context.figures["paid"] = [round(low, 3), round(high, 3)]
    if high >= _LEAST_REACHED:
        return
    paid_nothing = confirm_share(
        context,
        "statistical.reward_reachability",
        lambda seed: _mixed_rollout(context, seed, 0).total <= context.floor + 1e-9,
        1.0 - _LEAST_REACHED,
        plays=1,
    )
    if paid_nothing:
        raise PropertyViolated(
            f"{above} of {len(totals)} mixed rollouts earn more than doing nothing; that they earn "
            f"nothing is {paid_nothing}"
        )


@check("statistical.training_signal")
def training_signal(context: CheckContext) -> None:
    groups = _group_returns(context)
    informative = sum(max(group) - min(group) > 1e-9 for group in groups)
    low, high = wilson_interval(informative, len(groups))
    context.figures["informative_groups"] = [round(low, 3), round(high, 3)]
    if high >= _LEAST_INFORMATIVE:
        return

    def is_flat(seed: int) -> bool:
        returns = [_mixed_rollout(context, seed, number).total for number in range(_GROUP)]
        return max(returns) - min(returns) <= 1e-9

    flat = confirm_share(
        context, "statistical.training_signal", is_flat, 1.0 - _LEAST_INFORMATIVE, plays=_GROUP
    )
    if flat:
        text = f"{informative} of {len(groups)} groups differ in return"
        raise PropertyViolated(f"{text}; that they do not differ is {flat}")


@check("statistical.headroom")
def headroom(context: CheckContext) -> None:
    returns = [rollout.total for rollout in context.survey.random_rollouts if not rollout.error]
    if not returns:
        raise NotApplicable("no random rollout could be played")
    solved = sum(total >= context.reference - 0.05 * context.scale for total in returns)
    low, high = wilson_interval(solved, len(returns))
    context.figures["chance_solves"] = [round(low, 3), round(high, 3)]
    if low <= _LARGEST_RANDOM_SUCCESS:
        return
    least = context.reference - 0.05 * context.scale
    confirmed = confirm_share(
        context,
        "statistical.headroom",
        lambda seed: play(context, context.random_episode(seed, 40).actions, seed).total >= least,
        _LARGEST_RANDOM_SUCCESS,
        plays=1,
    )
    if confirmed:
        raise PropertyViolated(
            f"random play earns as much as the oracle in {solved} of {len(returns)} episodes; "
            f"{confirmed}"
        )


@check("statistical.difficulty_separation")
def difficulty(context: CheckContext) -> None:
    levels = context.declared.levels
    if len(levels) < 2:
        raise NotApplicable("no levels are declared: write declared = {'levels': (1, 2, ...)}")
    wins = dict.fromkeys(levels, 0)
    cost = context.survey.reset_s + 10 * context.survey.step_s
    count = max(_FEWEST_TRIALS, min(200, int(0.5 / max(cost, 1e-4))))
    trials = 0
    for seed in range(1, count + 1):
        if trials >= _FEWEST_TRIALS and context.out_of_time():
            break
        trials += 1
        for level in levels:
            wins[level] += _random_return(context, seed, level) > context.floor + context.scale / 2
    rates = [wilson_interval(wins[level], trials) for level in levels]
    for index, (easier, harder) in enumerate(itertools.pairwise(rates)):
        if harder[0] <= easier[1]:
            continue
        easier_level, harder_level = levels[index], levels[index + 1]
        confirmed = confirm_share(
            context,
            "statistical.difficulty_separation",
            functools.partial(_harder_is_won, context, easier_level, harder_level),
            0.5,
            most_trials=1000,
            name=f"{easier_level} and {harder_level}",
        )
        if confirmed:
            raise PropertyViolated(
                f"random play solves level {harder_level} ({harder[0]:.0%} to {harder[1]:.0%}) "
                f"more often than level {easier_level} ({easier[0]:.0%} to {easier[1]:.0%}); "
                f"{confirmed}"
            )


def _harder_is_won(context: CheckContext, easier: int, harder: int, seed: int) -> bool | None:
    """Whether random play wins the harder level of a seed and loses the easier; None if equal."""
    least = context.floor + context.scale / 2
    won = [_random_return(context, seed, level) > least for level in (easier, harder)]
    return None if won[0] == won[1] else won[1]


def _random_return(context: CheckContext, seed: int, level: int) -> float:
    """Play random actions in an episode of a level, and return what they earn."""
    driver = context.new_in_process_driver()
    response = driver.reset(seed=seed, level=level)
    rng = context.rng(f"level{level}/{seed}")
    total = 0.0
    for _ in range(min(context.declared.max_steps or 20, 20)):
        if response.done or response.data is None:
            break
        response = driver.step(rng.choice(context.pool))
        total += response.numeric_reward
    driver.close()
    return total

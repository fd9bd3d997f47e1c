"""Learning signal: whether GRPO has anything to learn from. Statistical, seeded, few.

Groups are eight rollouts of a policy that plays the oracle's move half of the time and a random
valid one otherwise. With 24 groups, a signal in at least a tenth of them is missed with probability
0.9**24 = 8 %.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate."""
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    centre = rate + z * z / (2 * trials)
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return (centre - spread) / scale, (centre + spread) / scale


def _mixed(context: CheckContext, seed: int, number: int, share: float = 0.5) -> Rollout:
    oracle = oracle_of(context)
    rng = context.rng(f"mixed{seed}/{number}/{share}")

    def policy(env: Any, observation: Any) -> Any:
        if rng.random() < share:
            return oracle(env, observation)
        return make_action(context.subject.action_type, rng.choice(context.pool))

    longest = max(len(one.actions) for one in context.solutions)
    limit = max(min(context.declared.max_steps or 60, 60), longest)
    return play_policy(context.subject, context.survey, policy, seed, limit)


def _groups(context: CheckContext) -> list[list[float]]:
    _ = context.solutions
    length = max(10, *(len(one.actions) for one in context.solutions))
    cost = 8 * length * context.survey.step_s + 8 * context.survey.reset_s
    count = max(3, min(24, int(4.0 / max(cost, 1e-3))))
    groups: list[list[float]] = []
    for seed in range(1, count + 1):
        if len(groups) >= 4 and context.seconds_left() < -0.5:
            break
        groups.append([_mixed(context, seed, number).total for number in range(8)])
    return groups


@check("statistical.reward_reachability")
def reachability(context: CheckContext) -> None:
    totals = [total for group in _groups(context) for total in group]
    above = sum(total > context.floor + 1e-9 for total in totals)
    low, high = wilson(above, len(totals))
    context.figures["paid"] = [round(low, 3), round(high, 3)]
    if high < 0.05:
        raise PropertyViolated(
            f"{above} of {len(totals)} mixed rollouts earn anything (95 %: under {high:.1%})"
        )


@check("statistical.training_signal")
def training_signal(context: CheckContext) -> None:
    groups = _groups(context)
    informative = sum(max(group) - min(group) > 1e-9 for group in groups)
    low, high = wilson(informative, len(groups))
    context.figures["informative_groups"] = [round(low, 3), round(high, 3)]
    if high < 0.3:
        seen = f"{informative} of {len(groups)} groups differ in return"
        raise PropertyViolated(f"{seen} (95 %: {low:.0%} to {high:.0%})")


@check("statistical.headroom")
def headroom(context: CheckContext) -> None:
    chance = [one.total for one in context.survey.random_rollouts if not one.error]
    if not chance:
        raise NotApplicable("chance could not be played")
    solved = sum(total >= context.reference - 0.05 * context.scale for total in chance)
    low, high = wilson(solved, len(chance))
    context.figures["chance_solves"] = [round(low, 3), round(high, 3)]
    if low > 0.5:
        raise PropertyViolated(
            f"random play earns as much as the oracle in {solved} of {len(chance)} episodes"
        )


@check("statistical.difficulty_separation")
def difficulty(context: CheckContext) -> None:
    levels = context.declared.levels
    if len(levels) < 2:
        raise NotApplicable("no levels are declared: write declared = {'levels': (1, 2, ...)}")
    wins = dict.fromkeys(levels, 0)
    cost = context.survey.reset_s + 10 * context.survey.step_s
    count = max(8, min(200, int(0.5 / max(cost, 1e-4))))
    trials = 0
    for seed in range(1, count + 1):
        if trials >= 8 and context.seconds_left() < -3:
            break
        trials += 1
        for level in levels:
            wins[level] += _by_chance(context, seed, level) > context.floor + context.scale / 2
    rates = [wilson(wins[level], trials) for level in levels]
    for place, (easier, harder) in enumerate(itertools.pairwise(rates)):
        if harder[0] > easier[1]:
            one, other = levels[place], levels[place + 1]
            raise PropertyViolated(
                f"random play solves level {other} ({harder[0]:.0%} to {harder[1]:.0%}) "
                f"more often than level {one} ({easier[0]:.0%} to {easier[1]:.0%})"
            )


def _by_chance(context: CheckContext, seed: int, level: int) -> float:
    """What random play earns in an episode of a level."""
    driver = context.new_in_process_driver()
    seen = driver.reset(seed=seed, level=level)
    rng = context.rng(f"level{level}/{seed}")
    total = 0.0
    for _ in range(min(context.declared.max_steps or 20, 20)):
        if seen.done or seen.data is None:
            break
        seen = driver.step(rng.choice(context.pool))
        total += seen.numeric_reward
    driver.close()
    return total

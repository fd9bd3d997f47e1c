"""Learning signal: whether GRPO has anything to learn from. Statistical, seeded, few.

Groups are eight rollouts of a policy that plays the oracle's move half of the time and a random
valid one otherwise. With 24 groups, a signal in at least a tenth of them is missed with probability
0.9**24 = 8 %.
"""

from __future__ import annotations

import itertools
from typing import Any

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.survey.model import Played, play_policy
from hallmark_rl.sdk.common.statistics import wilson_interval


def _mixed(lab: Lab, seed: int, number: int, share: float = 0.5) -> Played:
    oracle = oracle_of(lab)
    rng = lab.rng(f"mixed{seed}/{number}/{share}")

    def policy(env: Any, observation: Any) -> Any:
        if rng.random() < share:
            return oracle(env, observation)
        return make_action(lab.subject.action_type, rng.choice(lab.pool))

    longest = max(len(one.actions) for one in lab.solutions)
    limit = max(min(lab.declared.max_steps or 60, 60), longest)
    return play_policy(lab.subject, lab.survey, policy, seed, limit)


def _groups(lab: Lab) -> list[list[float]]:
    _ = lab.solutions
    length = max(10, *(len(one.actions) for one in lab.solutions))
    cost = 8 * length * lab.survey.step_s + 8 * lab.survey.reset_s
    count = max(3, min(24, int(4.0 / max(cost, 1e-3))))
    groups: list[list[float]] = []
    for seed in range(1, count + 1):
        if len(groups) >= 4 and lab.left() < -0.5:
            break
        groups.append([_mixed(lab, seed, number).total for number in range(8)])
    return groups


@check("statistical.reward_reachability")
def reachability(lab: Lab) -> None:
    totals = [total for group in _groups(lab) for total in group]
    above = sum(total > lab.floor + 1e-9 for total in totals)
    low, high = wilson_interval(above, len(totals))
    lab.figures["paid"] = [round(low, 3), round(high, 3)]
    if high < 0.05:
        raise Broken(
            f"{above} of {len(totals)} mixed rollouts earn anything (95 %: under {high:.1%})"
        )


@check("statistical.training_signal")
def training_signal(lab: Lab) -> None:
    groups = _groups(lab)
    informative = sum(max(group) - min(group) > 1e-9 for group in groups)
    low, high = wilson_interval(informative, len(groups))
    lab.figures["informative_groups"] = [round(low, 3), round(high, 3)]
    if high < 0.3:
        seen = f"{informative} of {len(groups)} groups differ in return"
        raise Broken(f"{seen} (95 %: {low:.0%} to {high:.0%})")


@check("statistical.headroom")
def headroom(lab: Lab) -> None:
    chance = [one.total for one in lab.survey.chance if not one.error]
    if not chance:
        raise Excluded("chance could not be played")
    solved = sum(total >= lab.reference - 0.05 * lab.scale for total in chance)
    low, high = wilson_interval(solved, len(chance))
    lab.figures["chance_solves"] = [round(low, 3), round(high, 3)]
    if low > 0.5:
        raise Broken(
            f"random play earns as much as the oracle in {solved} of {len(chance)} episodes"
        )


@check("statistical.difficulty_separation")
def difficulty(lab: Lab) -> None:
    levels = lab.declared.levels
    if len(levels) < 2:
        raise Excluded("no levels are declared: write declared = {'levels': (1, 2, ...)}")
    wins = dict.fromkeys(levels, 0)
    cost = lab.survey.reset_s + 10 * lab.survey.step_s
    count = max(8, min(200, int(0.5 / max(cost, 1e-4))))
    trials = 0
    for seed in range(1, count + 1):
        if trials >= 8 and lab.left() < -3:
            break
        trials += 1
        for level in levels:
            wins[level] += _by_chance(lab, seed, level) > lab.floor + lab.scale / 2
    rates = [wilson_interval(wins[level], trials) for level in levels]
    for place, (easier, harder) in enumerate(itertools.pairwise(rates)):
        if harder[0] > easier[1]:
            one, other = levels[place], levels[place + 1]
            raise Broken(
                f"random play solves level {other} ({harder[0]:.0%} to {harder[1]:.0%}) "
                f"more often than level {one} ({easier[0]:.0%} to {easier[1]:.0%})"
            )


def _by_chance(lab: Lab, seed: int, level: int) -> float:
    """What random play earns in an episode of a level."""
    driver = lab.local()
    seen = driver.reset(seed=seed, level=level)
    rng = lab.rng(f"level{level}/{seed}")
    total = 0.0
    for _ in range(min(lab.declared.max_steps or 20, 20)):
        if seen.done or seen.data is None:
            break
        seen = driver.step(rng.choice(lab.pool))
        total += seen.pay
    driver.close()
    return total

"""Semantics: a number that is judged by its distance from a hidden one is not paid for its sign."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, templates

_SEEDS = 64
_FEWEST_VALUES, _MOST_VALUES = 3, 24
_FEWEST_OF_A_PLACE = 2
"""Seeds that each hidden value must have."""
_MOST_BASES = 4
_TOLERANCE = 1e-6
_SHIFT_TOLERANCE = 1e-4


@check("semantic.signed_distances")
def signed_distances(context: CheckContext) -> None:
    """Try each value of a number in the first step, on many seeds, and compare the rewards.

    If the reward falls by the same amount from each value to the next on every seed, and is shifted
    between seeds by 0, 1, 2... of these amounts, up to the last value and no further, then what
    is paid is the difference from a hidden value, without its size.
    """
    context.require_deterministic()
    tried = False
    for base, slot in context.until_budget(_numbers(context), least=2):
        tried = True
        rows: list[tuple[int, list[float]]] = []
        for seed in range(1, 1 + (8 if context.slow else _SEEDS)):
            if context.out_of_time(1.0):
                break
            rewards = _rewards(context, base, slot, seed)
            if rewards is None:
                break
            rows.append((seed, rewards))
        count = hidden_places([rewards for _, rewards in rows])
        if count:
            seed, rewards = rows[0]
            values = slot.few_values(_MOST_VALUES)
            paid = ", ".join(f"{v}: {r:.4g}" for v, r in zip(values, rewards, strict=True))
            best = values[rewards.index(max(rewards))]
            action = filled(base, slot, best)
            raise PropertyViolated(
                f"{slot.name} = {best} is always paid most, though the rewards are shifted between "
                f"seeds as if {count} values were the right one ({paid} on seed {seed})",
                play(context, [action], seed).episode("the best value"),
            )
    if not tried:
        raise NotApplicable("no action has a number with few values")


def _numbers(context: CheckContext) -> Iterator[tuple[Action, Slot]]:
    """Actions, and their numbers with few values."""
    bases = [*templates(context.source, context.pool), *context.pool]
    for base in itertools.islice(bases, _MOST_BASES):
        for slot in slots_of(context.source, base):
            values = slot.few_values(_MOST_VALUES)
            whole = all(type(value) is int for value in values)
            if whole and len(values) >= _FEWEST_VALUES:
                yield base, slot


def _rewards(context: CheckContext, base: Action, slot: Slot, seed: int) -> list[float] | None:
    """The reward of the first step for each value; None if a value is refused."""
    rewards: list[float] = []
    for value in slot.few_values(_MOST_VALUES):
        action = filled(base, slot, value)
        if not context.source.valid(action):
            return None
        rollout = play(context, [*context.survey.opening, action], seed)
        if rollout.error or not rollout.rewards:
            return None
        rewards.append(rollout.rewards[-1])
    return rewards


def hidden_places(rows: list[list[float]]) -> int:
    """How many hidden values the rewards of the values 0, 1, 2... tell, one row a seed; or 0.

    0 says that they are not the difference from a hidden value without its size.
    """
    if not rows:
        return 0
    steps = {round(b - a, 9) for row in rows for a, b in itertools.pairwise(row)}
    step = next(iter(steps))
    if max(steps) - min(steps) > _TOLERANCE or abs(step) <= _TOLERANCE:
        return 0
    # Other parts of the action may earn something else on some seeds: runs of shifts of their own.
    values = len(rows[0])
    runs = list(_runs(sorted(row[0] / step for row in rows)))
    complete = [run for run in runs if len(run) == values and min(run) >= _FEWEST_OF_A_PLACE]
    return values if complete and all(len(run) <= values for run in runs) else 0


def _runs(shifts: list[float]) -> Iterator[list[int]]:
    """Runs of sorted numbers in which each follows by 1: how often each of its numbers occurs."""
    rest = shifts
    while rest:
        run, last = [0], rest[0]
        others: list[float] = []
        for shift in rest:
            if abs(shift - last) <= _SHIFT_TOLERANCE:
                run[-1] += 1
            elif abs(shift - last - 1) <= _SHIFT_TOLERANCE:
                run.append(1)
                last = shift
            else:
                others.append(shift)
        yield run
        rest = others

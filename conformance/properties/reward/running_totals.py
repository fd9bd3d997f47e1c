"""Reward: a step is paid what it added, not what the whole episode has earned so far."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_LENGTH = 10
_PLACES = 3
"""The first steps of an episode, of which each is exchanged for another one."""
_FEWEST_LATER = 3
_OTHERS = 6
_FEWEST_PAIRS, _FEWEST_SEEDS = 6, 3
_LEAST_SHARE = 0.8
"""Share of the exchanged steps whose difference must come back in every later step."""

_FEWEST_RISING = 3
"""Comparisons in which later steps must add something: a level that is kept is no total."""
_ROUNDED = 0.1
"""How much the differences may vary, because rewards are rounded."""


@dataclass(frozen=True)
class _Pair:
    """Two episodes that differ in one step, and whether their later rewards differ alike."""

    episode: Rollout
    place: int
    difference: float
    persists: bool


@check("reward.running_totals")
def running_totals(context: CheckContext) -> None:
    """Exchange one early step, and look whether every later reward changes by the same amount.

    Where rewards fall within an episode, they may be those of a state that is held.
    """
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_deterministic()
    pairs: list[_Pair] = []
    for seed, actions in context.until_budget(_episodes(context), least=6):
        pairs.extend(_pairs(context, actions, seed))
    seeds = {pair.episode.seed for pair in pairs}
    if len(pairs) < _FEWEST_PAIRS or len(seeds) < _FEWEST_SEEDS:
        raise NotApplicable("too few steps are paid before the end of an episode")
    lasting = [pair for pair in pairs if pair.persists]
    if len(lasting) < _LEAST_SHARE * len(pairs):
        return
    for sign, never in ((1, "fall"), (-1, "rise")):
        growing = [pair for pair in lasting if _grows(pair, sign)]
        if len(growing) < _FEWEST_RISING or any(_shrinks(pair.episode, sign) for pair in pairs):
            continue
        shown = growing[0]
        raise PropertyViolated(
            f"step {shown.place + 1} differs by {shown.difference:.4g} from another one, and so "
            f"does every later reward, in {len(lasting)} of {len(pairs)} comparisons; rewards never"
            f" {never}: {[round(reward, 4) for reward in shown.episode.rewards]}",
            shown.episode.episode("a running total"),
        )


def _episodes(context: CheckContext) -> Iterator[tuple[int | None, list[Action]]]:
    """Seeds with actions to play: solutions without their ends, and random actions."""
    solved = [s for s in context.survey.solutions if len(s.actions) > _FEWEST_LATER + 1]
    own = [(s.seed, s.actions[: min(_LENGTH, len(s.actions) - 1)]) for s in solved]
    turns = itertools.zip_longest(own[: 2 * len(context.seeds)], _drawn(context))
    yield from (item for turn in turns for item in turn if item is not None)


def _drawn(context: CheckContext) -> Iterator[tuple[int | None, list[Action]]]:
    """For each seed, actions of which none ends the episode at once, and random actions."""
    for seed in context.seeds:
        lasting = [a for a in context.pool if not play(context, [a], seed).done]
        # others are left to be exchanged for them
        few = min(_LENGTH, max(_FEWEST_LATER + 2, len(lasting) // 2), len(lasting))
        yield seed, context.rng(f"lasting {seed}").sample(lasting, few)
        calls = context.random_episode(seed, _LENGTH, "running totals").calls
        yield seed, [call.action for call in calls if call.action is not None]


def _pairs(context: CheckContext, actions: list[Action], seed: int | None) -> Iterator[_Pair]:
    """For each of the first steps, the first other action that is paid differently there."""
    base = play(context, actions, seed)
    others = [*templates(context.source, context.pool), *context.pool[:_OTHERS]]
    unique = list({to_json(action): action for action in others}.values())
    unique.sort(key=lambda action: action in actions)  # what comes again may be free
    for place in range(min(_PLACES, len(base.rewards) - _FEWEST_LATER - base.done)):
        for other in unique[: 2 * _OTHERS]:
            changed = play(context, [*actions[:place], other, *actions[place + 1 :]], seed)
            if changed.error or base.error or len(changed.rewards) != len(base.rewards):
                continue
            differences = [c - b for b, c in zip(base.rewards, changed.rewards, strict=True)]
            if abs(differences[place]) < 1e-9:
                continue
            later = differences[place + 1 : len(differences) - base.done]  # an end may be graded
            own = differences[place]
            persists = all(math.isclose(each, own, rel_tol=_ROUNDED) for each in later)
            better = max(base, changed, key=lambda rollout: rollout.total)
            yield _Pair(better, place, abs(own), persists)
            break


def _shrinks(rollout: Rollout, sign: int) -> bool:
    """Whether a reward before the end falls; with -1, whether a cost does."""
    rewards = rollout.rewards[: len(rollout.rewards) - rollout.done]
    return any(sign * after < sign * before - 1e-9 for before, after in itertools.pairwise(rewards))


def _grows(pair: _Pair, sign: int) -> bool:
    """Whether something was earned after the exchanged step; with -1, whether it was paid for."""
    rewards = pair.episode.rewards[: len(pair.episode.rewards) - pair.episode.done]
    return sign * rewards[-1] > sign * rewards[pair.place] + 1e-9

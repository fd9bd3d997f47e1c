"""Reward: what was paid once is not paid again in another spelling or with a close number."""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import close_numbers, spellings
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST_TWICE = 2
"""Seeds on which a step must count twice where it is paid at the end."""
_PAID_AGAIN = 0.5
"""Share of a reward above which another spelling counts as paid, below a fifth of it as unpaid."""

_NONSENSE = "qzx"


@check("reward.spellings")
def other_spellings(context: CheckContext) -> None:
    """After an action that was paid, play it again in another spelling or with a close number."""
    tried = 0
    for prefix, paid, reward, seed in context.until_budget(_paid_steps(context), least=6):
        before = [*prefix, paid]
        if _reward_of(context, before, paid, seed) > 0.2 * reward:
            continue  # the same action is paid again: see reward.repetition
        for action in (*close_numbers(paid), *spellings(paid)):
            if not context.source.valid(action):
                continue
            tried += 1
            again = _reward_of(context, before, action, seed)
            alone = _reward_of(context, prefix, action, seed)
            if again > _PAID_AGAIN * reward and alone > _PAID_AGAIN * reward:
                if _idle_reward(context, before, paid, seed) > _PAID_AGAIN * reward:
                    break  # something else is paid here than the action
                rollout = play(context, [*before, action], seed)
                raise PropertyViolated(
                    f"{paid} earns {reward:.4g}, nothing when it is repeated, "
                    f"and as {action} {again:.4g} again",
                    rollout.episode("another spelling"),
                )
    tried += _require_different_steps(context)
    if not tried:
        raise NotApplicable("no action with a text or a decimal number is paid")


def _require_different_steps(context: CheckContext) -> int:
    """Raise if a step of a solution can be another one's spelling or close number.

    This finds what is paid only at the end of an episode. Returns how many were tried.
    """
    tried = 0
    wins: list[Rollout] = []
    solved = [s for s in context.survey.solutions if not s.error and len(s.actions) > 1]
    for solution in context.until_budget(solved[:6], least=3):
        first, second, *rest = solution.actions
        if first == second or [*map(type, first.values())] != [*map(type, second.values())]:
            continue
        repeated = play(context, [first, first, *rest], solution.seed).total
        lost = solution.total - repeated
        shorter = play(context, [first, *rest], solution.seed).total
        if min(lost, solution.total - shorter) <= oracle_margin(context):
            continue  # the second step is not needed, or may be the first one
        idle = [[first, each, *rest] for each in _meaningless(context, first)]
        if any(play(context, each, solution.seed).total - repeated > lost / 2 for each in idle):
            continue  # the second step may be anything
        for action in (*close_numbers(first), *spellings(first)):
            if action != second and context.source.valid(action):
                tried += 1
                rollout = play(context, [first, action, *rest], solution.seed)
                if rollout.total - repeated > (1 - _PAID_AGAIN / 5) * lost:
                    wins.append(rollout)
                    break
    if len(wins) >= _FEWEST_TWICE:
        first, second = wins[0].actions[:2]
        raise PropertyViolated(
            f"on {len(wins)} seeds a solution's second step can be its first one, written "
            f"differently: {first} and {second}",
            wins[0].episode("another spelling"),
        )
    return tried


def _paid_steps(context: CheckContext) -> Iterator[tuple[list[Action], Action, float, int | None]]:
    survey = context.survey
    for rollout in [*survey.solutions[:4], *survey.random_rollouts[:8]]:
        for place, reward in enumerate(rollout.rewards):
            is_last = place == len(rollout.actions) - 1 and rollout.done
            if reward > 1e-6 and not is_last:
                yield rollout.actions[:place], rollout.actions[place], reward, rollout.seed


def _idle_reward(
    context: CheckContext, before: list[Action], paid: Action, seed: int | None
) -> float:
    """The most that the least action, or one with texts that mean nothing, earns after others."""
    idle = _meaningless(context, paid)
    return max((_reward_of(context, before, action, seed) for action in idle), default=0.0)


def _meaningless(context: CheckContext, action: Action) -> list[Action]:
    """The least action, and the given one with texts that mean nothing, if they are valid."""
    texts = {name for name in context.source.text_fields() if isinstance(action.get(name), str)}
    made = [context.source.minimal(), {**action, **dict.fromkeys(texts, _NONSENSE)}]
    return [
        each for each in made if each is not None and each != action and context.source.valid(each)
    ]


def _reward_of(
    context: CheckContext, before: list[Action], action: Action, seed: int | None
) -> float:
    """The reward of an action after others; 0 if the episode ends before it."""
    rollout: Rollout = play(context, [*before, action], seed)
    return rollout.rewards[-1] if len(rollout.rewards) == len(before) + 1 else 0.0

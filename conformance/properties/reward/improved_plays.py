"""Reward: no play that is found by changing a solution earns more than a solved episode."""

from __future__ import annotations

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import returns_vary
from hallmark_rl.conformance.checking.policies import oracle_margin, play, step_limit
from hallmark_rl.conformance.checking.probes.changed_plays import PlayChanger
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.core.stopwatch import Stopwatch
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _PLAYS, _FEWEST = 3, 300, 40
"""Solutions that are changed; plays for each, and how many of them are no matter of time."""
_SECONDS = 0.5
"""Seconds for each solution after which only the fewest plays are tried."""
_LONGER = 12
"""Moves by which a changed play may be longer than its solution, if twice as many are fewer."""


@check("reward.improved_plays")
def improved_plays(context: CheckContext) -> None:
    """Change a solution at random again and again; keep each play that earns no less."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    most = _most_earned(context)
    solutions = [rollout for rollout in context.solutions if rollout.actions and rollout.done]
    if not solutions:
        raise NotApplicable("no solution ends an episode")
    for solution in solutions[:_SEEDS]:
        _require_no_better_play(context, solution, most)


def _most_earned(context: CheckContext) -> float:
    """The return of a solved episode; `NotApplicable` if the task decides it, and no author.

    Costs that a solution pays for what it looks up may be saved by a play that knows the answer.
    """
    declared = context.declared
    if declared.success is None and (returns_vary(context) or chance_decides(context)):
        raise NotApplicable(
            "what a solution earns depends on the task or on luck: declare success_reward, the "
            "most that an episode can earn"
        )
    paid = [sum(max(reward, 0.0) for reward in each.rewards) for each in context.solutions]
    totals = [each.total for each in context.solutions]
    return max([*paid, *totals, declared.success or 0.0])


def _require_no_better_play(context: CheckContext, solution: Rollout, most: float) -> None:
    others = [action for other in context.solutions for action in other.actions]
    changer = PlayChanger(
        solution.actions, [*others, *context.pool], context.rng(f"plays{solution.seed}")
    )
    length = len(solution.actions)
    longest = min(step_limit(context), max(2 * length, length + _LONGER))
    best = solution
    stopwatch = Stopwatch()
    for number in range(_PLAYS):
        if number >= _FEWEST and (stopwatch.seconds > _SECONDS or context.seconds_left() <= 0):
            return
        actions = changer.changed(best.actions)
        if len(actions) > longest or not all(map(context.source.valid, actions)):
            continue
        rollout = play(context, actions, solution.seed)
        if rollout.error or rollout.total < best.total - 1e-9:
            continue
        best = rollout
        if best.total > most + oracle_margin(context):
            short = _shortened(context, best, most)
            raise PropertyViolated(
                f"{len(short.actions)} actions earn {short.total:.4g}; a solved episode earns at "
                f"most {most:.4g}, and the oracle's on this seed {solution.total:.4g}",
                short.episode("a changed solution"),
            )


def _shortened(context: CheckContext, rollout: Rollout, most: float) -> Rollout:
    """The play without the actions that it does not need to earn more than the most."""
    for index in reversed(range(len(rollout.actions))):
        fewer = [*rollout.actions[:index], *rollout.actions[index + 1 :]]
        shorter = play(context, fewer, rollout.seed)
        if fewer and not shorter.error and shorter.total > most + oracle_margin(context):
            rollout = shorter
    return rollout

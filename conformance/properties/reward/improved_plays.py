"""Reward: no play that is found by changing a solution earns more than a solved episode."""

from __future__ import annotations

from collections.abc import Iterator

from hallmark_rl.conformance.actions.command_forms import command_forms, filled_commands
from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import returns_vary
from hallmark_rl.conformance.checking.policies import (
    ends_as_solved,
    oracle_margin,
    oracle_rollout,
    play,
    step_limit,
)
from hallmark_rl.conformance.checking.probes.changed_plays import PlayChanger
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.core.stopwatch import Stopwatch
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _PLAYS, _FEWEST = 2, 300, 40
"""Solutions that are changed; plays for each, and how many of them are no matter of time."""
_AGAIN = 120
"""Plays of these in which one move comes again."""
_SECONDS = 0.35
"""Seconds for each solution after which only the fewest plays are tried."""
_VARIANTS, _FEWEST_VARIANTS, _SOLVED = 6, 3, 3
"""Levels and modes at which a solution is changed too, how many of them are no matter of time, and
seeds that are solved there."""
_LONGER = 12
"""Moves by which a changed play may be longer than its solution, if twice as many are fewer."""


@check("reward.improved_plays")
def improved_plays(context: CheckContext) -> None:
    """Change a solution at random again and again; keep each play that earns no less."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    context.require_capability_absent("stochastic", "single returns depend on chance")
    declared = context.declared.success
    if declared is None and (returns_vary(context) or chance_decides(context)):
        raise NotApplicable(
            "what a solution earns depends on the task or on luck: declare success_reward, the "
            "most that an episode can earn"
        )
    solutions = [rollout for rollout in context.solutions if rollout.actions and rollout.done]
    if not solutions:
        raise NotApplicable("no solution ends an episode")
    for solution in solutions[:_SEEDS]:
        _require_no_better_play(context, solution, solutions)
    if declared is not None:  # else a level's solution may earn more than the plain one's
        for solved in context.until_budget(_solved_at_variants(context), least=_FEWEST_VARIANTS):
            _require_no_better_play(context, solved[0], solved)


def _solved_at_variants(context: CheckContext) -> Iterator[list[Rollout]]:
    """Solutions of some seeds, for each of the first levels and modes that are declared."""
    try:
        variants = chosen_variants(context, tasks=False)
    except (EvidenceMissing, NotApplicable):
        return
    for variant in [each for each in variants if each.kind in ("level", "mode")][:_VARIANTS]:
        rollouts = [
            oracle_rollout(context, seed, context.oracle_steps, **variant.options)
            for seed in context.seeds[:_SOLVED]
        ]
        solved = [rollout for rollout in rollouts if rollout.done and not rollout.error]
        if solved:
            yield solved


def _most_earned(context: CheckContext, solved: list[Rollout]) -> float:
    """What a solved episode earns at most.

    Costs that a solution pays for what it looks up may be saved by a play that knows the answer.
    """
    paid = [sum(max(reward, 0.0) for reward in each.rewards) for each in solved]
    return max([*paid, *(each.total for each in solved), context.declared.success or 0.0])


def _require_no_better_play(
    context: CheckContext, solution: Rollout, solved: list[Rollout]
) -> None:
    """Raise if a changed solution earns more than the solved episodes; `solution` is one."""
    most = _most_earned(context, solved)
    others = [action for other in solved for action in other.actions]
    rng = context.rng(f"plays{solution.seed}{solution.options}")
    others += _further_commands(context, solution)
    changer = PlayChanger(solution.actions, [*others, *context.pool], rng)
    length = len(solution.actions)
    longest = min(step_limit(context), max(2 * length, length + _LONGER))
    best = solution
    stopwatch = Stopwatch()
    again = list(changer.done_again(solution.actions))
    rng.shuffle(again)
    for number in range(_PLAYS):
        if number >= _FEWEST and stopwatch.seconds > _SECONDS:
            return
        is_again = number < _AGAIN and again
        actions = again.pop() if is_again else changer.changed(best.actions)
        if len(actions) > longest or not all(map(context.source.valid, actions)):
            continue
        rollout = play(context, actions, solution.seed, **solution.options)
        if rollout.error or rollout.total < best.total - 1e-9:
            continue
        best = rollout
        if best.total > most + oracle_margin(context):
            short = _shortened(context, best, most)
            if ends_as_solved(context, short, solution):
                most = best.total  # who knows the answer saves what it costs to find it out
                continue
            raise PropertyViolated(
                f"{len(short.actions)} actions earn {short.total:.4g}; a solved episode earns at "
                f"most {most:.4g}, and the oracle's on this seed {solution.total:.4g}",
                short.episode("a changed solution"),
            )


def _further_commands(context: CheckContext, solution: Rollout) -> list[Action]:
    """Commands of the forms that the code matches, about what the solution's commands name."""
    forms = command_forms(context.subject)
    found: list[Action] = []
    for name in context.source.text_fields() if forms else ():
        known = [action[name] for action in solution.actions if isinstance(action.get(name), str)]
        texts = set(filled_commands(forms, known)) - set(known)
        found += [{**solution.actions[0], name: text} for text in sorted(texts)]
    return found


def _shortened(context: CheckContext, rollout: Rollout, most: float) -> Rollout:
    """The play without the actions that it does not need to earn more than the most."""
    for index in reversed(range(len(rollout.actions))):
        fewer = [*rollout.actions[:index], *rollout.actions[index + 1 :]]
        shorter = play(context, fewer, rollout.seed, **rollout.options)
        if fewer and not shorter.error and shorter.total > most + oracle_margin(context):
            rollout = shorter
    return rollout

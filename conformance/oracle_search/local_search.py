"""Better episodes from a paid one, by changes of single steps: for tasks that pay at the end."""

from __future__ import annotations

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.oracle_search.episode_search import order_of
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_REPLACING = 8
"""Actions that are tried in the place of each step of an episode."""
_MOST_STEPS = 30
"""Steps of the longest episode that is made longer."""


def improved(player: SearchPlayer, rollout: Rollout, candidates: StepCandidates) -> Rollout:
    """The episode with steps replaced and added as long as that earns more."""
    better = _with_replaced_steps(player, rollout, candidates)
    return _with_added_steps(player, better, candidates)


def _with_replaced_steps(
    player: SearchPlayer, rollout: Rollout, candidates: StepCandidates
) -> Rollout:
    """The episode with single steps replaced by others of its steps, or by fixed actions.

    So a row of questions is answered one after the other, also if it is paid at its end only.
    """
    every = {to_json(action): action for action in [*rollout.actions, *candidates.fixed]}
    actions = list(every.values())[:_MOST_REPLACING]
    best = rollout
    for index in range(len(rollout.actions)):
        for action in actions:
            if index >= len(best.actions) or not player.has_time:
                return best
            if action != best.actions[index]:
                changed = [*best.actions[:index], action, *best.actions[index + 1 :]]
                best = _better(player, best, changed)
    return best


def _with_added_steps(
    player: SearchPlayer, rollout: Rollout, candidates: StepCandidates
) -> Rollout:
    """The episode with actions added before its last step, such as one that hands in the work.

    Tried are those that the message before the last step suggests, again after each that is kept.
    """
    best, tried = rollout, -1
    while len(best.actions) != tried and 0 < len(best.actions) <= _MOST_STEPS:
        tried = len(best.actions)
        player.play(best.actions[:-1], best.seed)
        for action in candidates.after(player.last.data or {}, best.actions[:-1]):
            if not player.has_time:
                return best
            best = _better(player, best, [*best.actions[:-1], action, best.actions[-1]])
    return best


def _better(player: SearchPlayer, best: Rollout, actions: list[Action]) -> Rollout:
    """The episode of the actions if it earns more; else the best one."""
    rollout = player.play(actions, best.seed)
    is_better = not rollout.error and order_of(player, rollout) > order_of(player, best)
    return rollout if is_better else best

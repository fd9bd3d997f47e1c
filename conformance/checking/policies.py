"""Ways to play: as the oracle does, delayed, repeated, mixed with wrong moves, or as given."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

Policy = Callable[[Any, Any], Any]


def oracle_of(context: CheckContext) -> Policy:
    """The author's oracle."""
    policy = getattr(context.subject.proof, "oracle", None)
    if not callable(policy):
        raise EvidenceMissing("write oracle(env, observation) -> action in proof.py")
    found: Policy = policy
    return found


def delayed_oracle(
    context: CheckContext, seed: int | None, *, wrong: int = 0, repeat: int = 1, pick: int = 0
) -> Policy:
    """The oracle after `wrong` moves that do not end the episode, each move made `repeat` times."""
    oracle = oracle_of(context)
    moves = _lingering(context, seed) if wrong else []
    count = 0
    held: Any = None

    def policy(env: Any, observation: Any) -> Any:
        nonlocal count, held
        count += 1
        if count <= wrong and moves:
            return make_action(context.subject.action_type, moves[(pick + count - 1) % len(moves)])
        if (count - 1) % repeat == 0 or held is None:
            held = oracle(env, observation)
        return held

    return policy


def wrong_moves(context: CheckContext, most: int = 0) -> list[Action]:
    """Moves that solve other seeds, then any valid moves; of up to `most` seeds more if asked."""
    solved = [one for one in context.survey.solutions if one.actions]
    last = [one.actions[-1] for one in [*solved, *more_solutions(context, most)]]
    found = [*last, *context.pool[:8]]
    return [action for place, action in enumerate(found) if action not in found[:place]]


@functools.lru_cache(maxsize=64)
def _lingering(context: CheckContext, seed: int | None) -> list[Action]:
    """Wrong moves after which the episode of a seed goes on; all of them where none is like that.

    Who gives up at once, or gives a final answer, does not solve late.
    """
    moves = wrong_moves(context)
    tried = moves[:4] if context.slow else moves
    return [move for move in tried if not play(context, [move], seed).done] or moves


@functools.lru_cache(maxsize=4)
def more_solutions(context: CheckContext, most: int) -> list[Rollout]:
    """The oracle's episodes on up to `most` further seeds; fewer where an episode takes long."""
    cost = context.survey.reset_s + 10 * context.survey.step_s
    found: list[Rollout] = []
    for seed in range(201, 201 + min(most, int(1.0 / max(cost, 1e-3)))):
        if context.seconds_left() < -1.0:
            break
        one = play_policy(context.subject, context.survey, oracle_of(context), seed, 60)
        if one.actions and not one.error:
            found.append(one)
    return found


def play_past_end(
    context: CheckContext, seed: int | None, actions: list[Action], more: list[Action]
) -> list[Response]:
    """Play all of `actions` and `more`, also beyond the end of the episode."""
    driver = context.new_driver()
    trace = [driver.reset(**({} if seed is None else {"seed": seed}))]
    trace += [driver.step(action) for action in [*actions, *more]]
    driver.close()
    return trace


def play(context: CheckContext, actions: list[Action], seed: int | None) -> Rollout:
    """Play given actions until the episode ends."""
    return play_actions(context.subject, context.survey, actions, seed)


def oracle_margin(context: CheckContext) -> float:
    """How far below the oracle what does not solve must stay."""
    return max(1e-6, 0.02 * abs(context.scale))


def step_limit(context: CheckContext) -> int:
    """How long an action is repeated: to the declared limit, within reason."""
    return min(context.declared.max_steps or 60, 200)

"""Ways to play: as the oracle does, delayed, repeated, mixed with wrong moves, or as given."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.client.in_process import Seen, make_action
from hallmark_rl.conformance.core.episode import Action
from hallmark_rl.conformance.core.results import Unproved
from hallmark_rl.conformance.survey.model import Played, play_actions, play_policy

Policy = Callable[[Any, Any], Any]


def oracle_of(lab: Lab) -> Policy:
    """The author's oracle."""
    policy = getattr(lab.subject.proof, "oracle", None)
    if not callable(policy):
        raise Unproved("write oracle(env, observation) -> action in proof.py")
    found: Policy = policy
    return found


def policy_of(
    lab: Lab, seed: int | None, *, wrong: int = 0, repeat: int = 1, pick: int = 0
) -> Policy:
    """The oracle after `wrong` moves that do not end the episode, each move made `repeat` times."""
    oracle = oracle_of(lab)
    moves = _lingering(lab, seed) if wrong else []
    count = 0
    held: Any = None

    def policy(env: Any, observation: Any) -> Any:
        nonlocal count, held
        count += 1
        if count <= wrong and moves:
            return make_action(lab.subject.action_type, moves[(pick + count - 1) % len(moves)])
        if (count - 1) % repeat == 0 or held is None:
            held = oracle(env, observation)
        return held

    return policy


def wrong_moves(lab: Lab, most: int = 0) -> list[Action]:
    """Moves that solve other seeds, then any valid moves; of up to `most` seeds more if asked."""
    solved = [one for one in lab.survey.solutions if one.actions]
    last = [one.actions[-1] for one in [*solved, *more_solutions(lab, most)]]
    found = [*last, *lab.pool[:8]]
    return [action for place, action in enumerate(found) if action not in found[:place]]


@functools.lru_cache(maxsize=64)
def _lingering(lab: Lab, seed: int | None) -> list[Action]:
    """Wrong moves after which the episode of a seed goes on; all of them where none is like that.

    Who gives up at once, or gives a final answer, does not solve late.
    """
    moves = wrong_moves(lab)
    tried = moves[:4] if lab.slow else moves
    return [move for move in tried if not play(lab, [move], seed).done] or moves


@functools.lru_cache(maxsize=4)
def more_solutions(lab: Lab, most: int) -> list[Played]:
    """The oracle's episodes on up to `most` further seeds; fewer where an episode takes long."""
    cost = lab.survey.reset_s + 10 * lab.survey.step_s
    found: list[Played] = []
    for seed in range(201, 201 + min(most, int(1.0 / max(cost, 1e-3)))):
        if lab.left() < -1.0:
            break
        one = play_policy(lab.subject, lab.survey, oracle_of(lab), seed, 60)
        if one.actions and not one.error:
            found.append(one)
    return found


def play_live(lab: Lab, seed: int | None, actions: list[Action], more: list[Action]) -> list[Seen]:
    """Play all of `actions` and `more`, also beyond the end of the episode."""
    driver = lab.new()
    trace = [driver.reset(**({} if seed is None else {"seed": seed}))]
    trace += [driver.step(action) for action in [*actions, *more]]
    driver.close()
    return trace


def play(lab: Lab, actions: list[Action], seed: int | None) -> Played:
    """Play given actions until the episode ends."""
    return play_actions(lab.subject, lab.survey, actions, seed)


def margin(lab: Lab) -> float:
    """How far below the oracle what does not solve must stay."""
    return max(1e-6, 0.02 * abs(lab.scale))


def step_limit(lab: Lab) -> int:
    """How long an action is repeated: to the declared limit, within reason."""
    return min(lab.declared.max_steps or 60, 200)

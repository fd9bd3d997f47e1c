"""Draw whole episodes: for tasks that pay only at the end of many steps."""

from __future__ import annotations

import random

from hallmark_rl.conformance.oracle_search.episode_search import order_of
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_STEPS = 40


def best_drawn_episode(
    player: SearchPlayer, candidates: StepCandidates, seed: int | None, most: int
) -> Rollout | None:
    """The best of up to `most` episodes of actions drawn from the candidates after each message.

    The draw is the same for equal seeds. None if none is paid.
    """
    rng = random.Random(f"drawn episodes {seed}")
    best: Rollout | None = None
    for _ in range(most):
        if not player.has_time:
            break
        rollout = player.play_policy(
            lambda data, played: rng.choice(candidates.after(data, played)), seed, most=_MOST_STEPS
        )
        better = best is None or order_of(player, rollout) > order_of(player, best)
        if not rollout.error and rollout.total > 0 and better:
            best = rollout
    return best

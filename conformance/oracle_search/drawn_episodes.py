"""Draw whole episodes: for tasks that pay only at the end of many steps."""

from __future__ import annotations

import random
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.oracle_search.episode_search import order_of
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_STEPS = 40


def best_drawn_episode(
    player: SearchPlayer, candidates: StepCandidates, seed: int | None, most: int
) -> Rollout | None:
    """The best of up to `most` episodes of actions drawn from the candidates after each message.

    Every second episode takes items of the lists that a message shows, as far as it shows any: of
    legal moves a random one is soon refused otherwise. The draw is the same for equal seeds. None
    if no episode is paid.
    """
    rng = random.Random(f"drawn episodes {seed}")
    best: Rollout | None = None
    for number in range(most):
        if not player.has_time:
            break

        def draw(data: dict[str, Any], played: list[Action], number: int = number) -> Action:
            listed = candidates.listed(data) if number % 2 else []
            return rng.choice(listed or candidates.after(data, played))

        rollout = player.play_policy(draw, seed, most=_MOST_STEPS)
        better = best is None or order_of(player, rollout) > order_of(player, best)
        if not rollout.error and rollout.total > 0 and better:
            best = rollout
    return best

"""Draw whole episodes: for tasks that pay only at the end of many steps."""

from __future__ import annotations

import random
from collections.abc import Sequence
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

    Of three episodes one is drawn from all candidates. The others take items of the lists that a
    message shows, since of legal moves a random one is soon refused otherwise. Where it shows none,
    one of them takes the same two or three actions in all steps, which is how a row of questions
    with few answers is solved by chance. The draw is the same for equal seeds. None if no episode
    is paid.
    """
    rng = random.Random(f"drawn episodes {seed}")
    best: Rollout | None = None
    for number in range(most):
        if not player.has_time:
            break

        way, few = number % 3, candidates.few(rng)

        def draw(
            data: dict[str, Any],
            played: list[Action],
            way: int = way,
            few: Sequence[Action] = few,
        ) -> Action | None:
            among: Sequence[Action] = candidates.listed(data) if way else ()
            if way == 2 and not among:
                among = few
            return rng.choice(among) if among else candidates.drawn(rng, data, played)

        rollout = player.play_policy(draw, seed, most=_MOST_STEPS)
        better = best is None or order_of(player, rollout) > order_of(player, best)
        if not rollout.error and rollout.total > 0 and better:
            best = rollout
    return best

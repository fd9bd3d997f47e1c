"""Episodes that are played in two processes, to find out whether they give the same messages."""

from __future__ import annotations

import random

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, FIRST_SEED, Survey


def portable_episodes(survey: Survey) -> list[Episode]:
    """Random episodes on four seeds and up to four solutions; the same for the same survey."""
    episodes = []
    rng = random.Random(5)
    for seed in range(FIRST_SEED, FIRST_SEED + 4):
        if survey.pool:
            pool = survey.pool[:BASE_POOL]
            actions = [*survey.opening, *(rng.choice(pool) for _ in range(8))]
            episodes.append(Episode.of(seed, actions, "walk", episode_id="portable"))
    for rollout in survey.solutions[:4]:
        if not rollout.error:
            solution = Episode.of(rollout.seed, rollout.actions, "solution", episode_id="portable")
            episodes.append(solution)
    return episodes

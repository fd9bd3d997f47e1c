"""Episodes that are played in two processes which differ in everything but the environment."""

from __future__ import annotations

import random

from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED, Survey


def portable_episodes(survey: Survey) -> list[Episode]:
    """Random walks and the oracle's episodes, the same in every process."""
    found = []
    rng = random.Random(5)
    for seed in range(FIRST_SEED, FIRST_SEED + 4):
        if survey.pool:
            actions = [rng.choice(survey.pool) for _ in range(8)]
            found.append(Episode.of(seed, actions, "walk", episode_id="portable"))
    for one in survey.solutions[:4]:
        if not one.error:
            found.append(Episode.of(one.seed, one.actions, "solution", episode_id="portable"))
    return found

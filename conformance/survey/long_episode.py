"""Look for a long episode where random play soon ends: what an action ends is taken back."""

from __future__ import annotations

import random
import time

from hallmark_rl.conformance.client.open_driver import Driver, open_driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.declarations import read_declared
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, FIRST_SEED, Rollout, Survey
from hallmark_rl.sdk.subject.description import Subject

_MOST_STEPS = 200
_SECONDS = 1.0
_SLOW_STEP = 0.005
_TRIED_AT_A_PLACE = 8
_PATIENCE, _MOST_ENDS = 100, 300
"""Ends of the episode, without a longer path, after which it goes back further and gives up."""


def keep_long_episode(subject: Subject, survey: Survey) -> None:
    """Keep a long episode in the survey where the policies played short ones only.

    Nothing is looked for if the subject is a server, slow, or known not to be deterministic.
    """
    quick = survey.step_s < _SLOW_STEP
    if subject.url is not None or not survey.pool or not survey.deterministic or not quick:
        return
    steps = min(read_declared(subject).max_steps or _MOST_STEPS, _MOST_STEPS)
    every = [*survey.null_rollouts, *survey.random_rollouts]
    played = [
        len(one.actions) for one in every if one.seed == FIRST_SEED and not _wins(survey, one)
    ]
    if not played or max(played) >= steps:
        return
    driver = open_driver(subject, use_async=survey.use_async)
    found = find_long_episode(survey, driver, FIRST_SEED, steps=steps, seconds=_SECONDS)
    driver.close()
    if len(found) > max(played):
        survey.long_actions = found


def find_long_episode(
    survey: Survey, driver: Driver, seed: int, *, steps: int, seconds: float
) -> list[Action]:
    """Actions that do not end the episode of a seed, as many as are found.

    They begin with the survey's opening, and the others are chosen at random from the base of its
    pool. Where an action ends the episode or raises, the path before it is played again and
    another action is tried; where all of some actions do, the path is shortened first.

    Args:
        survey: gives the opening and the pool.
        driver: the instance that is played.
        seed: the seed of each reset.
        steps: enough steps, at most 200.
        seconds: after so many seconds the search ends with what it has.
    """
    rng, deadline = random.Random(seed), time.monotonic() + seconds
    pool = survey.pool[:BASE_POOL]

    def some_actions() -> list[Action]:
        return rng.sample(pool, min(_TRIED_AT_A_PLACE, len(pool)))

    path, untried = list(survey.opening), [some_actions()]  # those of each place after the opening
    best: list[Action] = []
    ends, is_there = 0, False
    while untried and len(best) < min(steps, _MOST_STEPS) and time.monotonic() < deadline:
        if not untried[-1]:
            back = min(1 + ends // _PATIENCE, len(untried))
            del untried[-back:]
            del path[len(survey.opening) + max(0, len(untried) - 1) :]
            is_there = False
            continue
        if not (is_there or _replay(driver, seed, path, deadline)):
            break
        action = untried[-1].pop()
        is_there = _goes_on(driver.step(action))
        if is_there:
            path.append(action)
            untried.append(some_actions())
        else:
            ends += 1
        if len(path) > len(best):
            best, ends = list(path), 0
        elif ends == _MOST_ENDS:
            break
    return best


def _replay(driver: Driver, seed: int, path: list[Action], deadline: float) -> bool:
    """Play a path from a new reset; whether the episode still goes on at its end."""
    response = driver.reset(seed=seed)
    for action in path:
        if not _goes_on(response) or time.monotonic() > deadline:
            return False
        response = driver.step(action)
    return _goes_on(response)


def _goes_on(response: Response) -> bool:
    return response.data is not None and not response.done


def _wins(survey: Survey, rollout: Rollout) -> bool:
    """Whether a rollout solves its task: by the environment's flag, or it earns what one does."""
    solved = [one.total for one in survey.solutions if one.seed == rollout.seed and not one.error]
    return rollout.success is True or any(rollout.total >= total - 1e-9 for total in solved)

"""How many of the actions that the checks play are accepted: the acceptance rate.

An action is played as the checks play it: right after a reset, and after several other steps. Below
`LEAST_RATE`, or with fewer than `LEAST_DISTINCT` different accepted actions, properties that depend
on accepted steps are not proved by passing: most of what was played never reached the
environment's logic. An answer that is judged wrong has reached it, whatever the message says: it
ends the episode or uses up an attempt, where one right action solves each task.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Collection

from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.survey.nonsense import NonsenseEffect
from hallmark_rl.conformance.survey.survey_data import (
    BASE_POOL,
    FIRST_SEED,
    Acceptance,
    Survey,
)

LEAST_RATE = 0.1
"""Share of the played steps that must be accepted. With one step in ten, an episode of the corpus
(8 steps or more) has an accepted step more often than not."""
LEAST_DISTINCT = 2
"""Different actions that must be accepted, where the schema allows as many: with a single one,
neither order nor choice of actions is tried."""

PASSED_BUT = "it passed, but"
"""Begins the message of a check that found nothing, but proves nothing."""

_ATTEMPTS = re.compile(r"(^|[_.])(attempts?|tries|try|guess(es)?|chances?|lives)(_|$)", re.I)
_FRESH = 12
_EPISODES = 4
_EPISODE_STEPS = 9
_SECONDS = 2.0
_LEAST_STEPS = 4
_EXAMPLES = 3


def measure_acceptance(
    survey: Survey, driver: Driver, nonsense: NonsenseEffect | None = None
) -> Acceptance:
    """Play up to 48 steps with actions of the pool; `driver` is an open instance.

    Twelve right after a reset, the others in four episodes of random actions. `survey.opening` is
    played first where it is needed, and does not count. `nonsense` tells which are understood.
    """
    pool = survey.pool[:BASE_POOL]
    plans = [[action] for action in pool[:_FRESH]]
    for seed in range(FIRST_SEED, FIRST_SEED + _EPISODES):
        rng = random.Random(f"acceptance {seed}")
        plans.append([rng.choice(pool) for _ in range(_EPISODE_STEPS if pool else 0)])
    found = Acceptance()
    accepted: set[str] = set()
    understood: set[str] = set()
    ends = time.monotonic() + _SECONDS
    for number, plan in enumerate(plans):
        waiting = list(plan)
        while waiting:
            if found.played >= _LEAST_STEPS and time.monotonic() > ends:
                break
            steps = _play(survey, driver, FIRST_SEED + number % _EPISODES, waiting, found)
            accepted |= {repr(action) for _, _, action in steps}
            understood |= {
                repr(action)
                for before, after, action in steps
                if nonsense is None or not nonsense.explains(before, after, action)
            }
    found.distinct = len(accepted)
    found.understood = None if nonsense is None else len(understood)
    return found


def _play(
    survey: Survey,
    driver: Driver,
    seed: int,
    waiting: list[Action],
    found: Acceptance,
) -> list[tuple[Response, Response, Action]]:
    """Play one episode; takes the actions that were played off `waiting`.

    Returns the accepted steps: the messages before and after, and the action.
    """
    accepted: list[tuple[Response, Response, Action]] = []
    first = before = driver.reset(seed=seed)
    for action in survey.opening:
        before = driver.step(action)
        if before.done or before.data is None:
            break
    while waiting:
        action = waiting.pop(0)
        after = driver.step(action)
        found.played += 1
        reason = refusal(first, before, after, action)
        if not reason:
            found.accepted += 1
            accepted.append((before, after, action))
        else:
            found.raised += after.data is None
            found.judged += after.data is not None and (after.done or _uses_attempt(before, after))
            if reason not in found.refusals and len(found.refusals) < _EXAMPLES:
                found.refusals.append(reason)
        if after.done or after.data is None:
            break
        before = after
    return accepted


def _uses_attempt(before: Response, after: Response) -> bool:
    """Whether a number of attempts in the message has changed."""
    earlier = dict(subtrees(before.data or {}))
    return any(
        isinstance(value, int) and _ATTEMPTS.search(path) and value != earlier.get(path, value)
        for path, value in subtrees(after.data or {})
    )


def answers_are_judged(survey: Survey) -> bool:
    """Whether each task is solved by one action, and these are accepted and different.

    Then a message that a wrong answer is none (`not one move away`) is a verdict, no refusal.
    """
    solved = [rollout for rollout in survey.solutions if rollout.done and not rollout.error]
    return (
        len({repr(rollout.actions) for rollout in solved}) >= LEAST_DISTINCT
        and all(len(rollout.actions) == 1 and not rollout.refused for rollout in solved)
        and any(rollout.total > 0 for rollout in solved)
    )


def acceptance_problem(survey: Survey, needs: Collection[str]) -> str:
    """Why a check that passed proves nothing; empty if it proves its property.

    `needs` are those of the catalogue: `accepted_steps` for properties that depend on accepted
    steps of the pool, `accepted_solutions` for those that depend on accepted steps of the oracle.
    """
    if "accepted_steps" in needs:
        problem = low_rate(survey)
        if problem:
            return f"{PASSED_BUT} {problem}: see contract.actions_accepted"
    if "accepted_solutions" in needs and oracle_refused(survey):
        return f"{PASSED_BUT} no step of the oracle was accepted: see contract.actions_accepted"
    return ""


def low_rate(survey: Survey) -> str:
    """Why the acceptance is too low; empty if it is enough."""
    found = survey.acceptance
    if not survey.pool:
        return "no valid action could be made"
    if found.judged >= LEAST_RATE * found.played > 0 and answers_are_judged(survey):
        return ""
    choices = len({repr(action) for action in survey.pool})
    if found.understood == 0 and choices > 1 and not survey.solutions:
        return (
            f"each of the {found.accepted} steps that were accepted did what a word does that "
            "means nothing"
        )
    if (
        found.accepted >= LEAST_RATE * found.played
        and found.distinct >= min(LEAST_DISTINCT, choices)
        and found.accepted
    ):
        return ""
    return (
        f"only {found.accepted} of {found.played} steps with valid actions were accepted "
        f"({found.distinct} different actions; {LEAST_RATE:.0%} and {LEAST_DISTINCT} are needed)"
    )


def oracle_refused(survey: Survey) -> bool:
    """Whether the oracle was played and the environment refused each of its steps."""
    played = [rollout for rollout in survey.solutions if rollout.actions]
    return bool(played) and all(rollout.refused == len(rollout.actions) for rollout in played)

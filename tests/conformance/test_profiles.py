"""A longer profile plays what a shorter one plays, and finds what that finds."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import openenv.core.env_server.http_server  # noqa: F401 - once, and not in every fork
import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.kept_plays import KeptPlays
from hallmark_rl.conformance.checking.search import search_for_violation
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.check_jobs import CheckJob
from hallmark_rl.conformance.engine.check_worker import check_property
from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.load import load_subject

SPEC = "tests.conformance.guess:GuessEnvironment"
PAIRS = list(itertools.pairwise(PROFILES))
FOUND_BY_QUICK = {
    "pays_after_done": "step.after_done_pays_nothing",
    "shared": "isolation.sessions",
    "raises": "robustness.valid_actions",
    "mutates": "step.action_unchanged",
    "exits": "contract.no_faults",
}


@cache
def surveyed(profile: str, defect: str = "") -> tuple[Subject, Survey]:
    subject = load_subject(SPEC, env_args={"defect": defect} if defect else {})
    made: Any = run_in_fork(lambda: collect_survey(subject, PROFILES[profile]).to_dict(), 60.0)
    return subject, Survey.from_dict(made)


def context_of(profile: str) -> CheckContext:
    return CheckContext(*surveyed(profile), PROFILES[profile])


def keys(episodes: list[Episode]) -> list[str]:
    return [to_json(episode.to_dict()["calls"]) for episode in episodes]


@pytest.mark.parametrize(("shorter", "longer"), PAIRS)
def test_a_longer_profile_has_the_seeds_actions_and_rollouts(shorter: str, longer: str) -> None:
    short, long = context_of(shorter), context_of(longer)
    assert long.seeds[: len(short.seeds)] == short.seeds
    assert long.pool[: len(short.pool)] == short.pool
    assert set(keys(short.corpus())) <= set(keys(long.corpus()))
    assert short.random_episode(3, 200) == long.random_episode(3, 200)
    for name in ("null_rollouts", "random_rollouts"):
        played = [rollout.actions for rollout in getattr(long.survey, name)]
        assert all(rollout.actions in played for rollout in getattr(short.survey, name))


def drawn(profile: str) -> list[Episode]:
    """Every episode that a search which finds nothing tries."""
    tried: list[Episode] = []
    keep: Callable[[CheckContext, Episode], None] = lambda _, episode: tried.append(episode)  # noqa: E731
    long_enough = replace(PROFILES[profile], budget=60.0)
    search_for_violation(CheckContext(*surveyed(profile), long_enough), keep)
    return tried


def test_a_longer_profile_draws_what_a_shorter_one_draws() -> None:
    quick, default = keys(drawn("quick")), keys(drawn("default"))
    assert len(quick) >= 15
    assert set(quick) <= set(default)
    assert len(set(default)) > len(set(quick))


@pytest.mark.parametrize("defect", FOUND_BY_QUICK)
def test_what_a_shorter_profile_finds_is_found_by_a_longer_one(defect: str) -> None:
    name = FOUND_BY_QUICK[defect]

    def check(profile: str) -> dict[str, Any]:
        job = CheckJob(name, {}, 120.0)
        return check_property(*surveyed(profile, defect), PROFILES[profile], 0, KeptPlays(), job)

    for profile in PROFILES:
        result: Any = run_in_fork(lambda profile=profile: check(profile), 150.0)  # type: ignore[misc]
        assert result["status"] == "fail", (profile, result)

"""The work of checks: what one has played, the next need not play again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.actions import python_trees
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.check_jobs import CheckJob
from hallmark_rl.conformance.engine.job_work import JobWork
from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.sdk.subject.load import load_subject

PROOF = Path(__file__).with_name("guess_proof.py")
FRESH, SAME = "runtime.episode_determinism", "step.state_pure"


@pytest.fixture
def works() -> Iterator[JobWork]:
    subject = load_subject("tests.conformance.guess:GuessEnvironment", proof=PROOF)
    survey = run_in_fork(lambda: collect_survey(subject, PROFILES["quick"]).to_dict(), 60.0)
    made = JobWork(subject, {"profile": "quick", "home": ""})
    made.keep_survey(survey)
    yield made
    gc.unfreeze()


def checked(works: JobWork, name: str, status: str = "pass") -> dict[str, Any]:
    result = run_in_fork(works.work(CheckJob(name, {}, 30.0), 5.0).run, 60.0)
    assert result["status"] == status, result
    return dict(result)


def test_messages_of_fresh_processes_are_kept_for_the_next_checks(works: JobWork) -> None:
    first = checked(works, FRESH)
    played = set(first["played"]["messages"])
    assert "played" not in works.keep_plays(first)
    assert played
    assert works.kept.messages.keys() == played
    second = checked(works, SAME)
    assert not played & second["played"]["messages"].keys()
    alone = JobWork(works._subject, {"profile": "quick", "home": ""})
    alone._survey = works._survey
    assert played & checked(alone, SAME)["played"]["messages"].keys()


def test_solutions_are_kept_for_the_next_checks(works: JobWork) -> None:
    first = checked(works, "semantic.blind_scripts", "excluded")
    solved = set(first["played"]["solutions"])
    works.keep_plays(first)
    assert solved
    again = checked(works, "semantic.blind_scripts", "excluded")
    assert again["played"]["solutions"] == {}


def test_a_check_without_a_fresh_process_gives_none(works: JobWork) -> None:
    assert checked(works, "contract.finite_json")["played"]["messages"] == {}


def test_what_is_no_result_of_a_check_is_left_as_it_is(works: JobWork) -> None:
    assert works.keep_plays([1]) == [1]
    assert works.keep_plays({"played": 5}) == {}
    assert works.keep_plays({"status": "unproved"}) == {"status": "unproved"}
    assert works.kept.messages == works.kept.solutions == {}


def test_forks_find_the_sources_read_and_the_objects_frozen(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text('"""A game."""\n')
    subject = load_subject("tests.conformance.guess:GuessEnvironment", proof=PROOF)
    subject = type(subject)(subject.spec, subject.name, root=tmp_path, make=subject.factory)
    python_trees._tree.cache_clear()
    gc.unfreeze()
    JobWork(subject, {"profile": "quick", "home": ""}).keep_survey({})
    assert python_trees._tree.cache_info().currsize == 1
    assert gc.get_freeze_count() > 10_000
    gc.unfreeze()

"""A finding counts if it happens again in a new process, and then its replay fails too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking.found_solutions import FOUND_BY_SEARCH
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.repeated_findings import RepeatedFindings
from hallmark_rl.conformance.engine.replay import replayed
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.conformance.pytest_plugin.suite_run import SuiteRun
from hallmark_rl.conformance.survey.acceptance import PASSED_BUT

SPEC = "tests.conformance.forgetful:ForgetfulEnvironment"
PROOF = str(Path(__file__).with_name("guess_proof.py"))


def result_of(name: str, env_args: dict[str, Any], replays: Path) -> Result:
    target = Target(SPEC, PROFILES["quick"], PROOF, env_args, parallel=2)
    session = Session(target, [name], replays, repeat_findings=True)
    try:
        session.start()
        return session.result(name)
    finally:
        session.close()


def test_a_failure_at_the_first_use_of_a_file_is_flaky(tmp_path: Path) -> None:
    name, marker = "reset.seed_range", tmp_path / "marker"
    found = result_of(name, {"marker": str(marker)}, tmp_path / "replays")
    assert found.status == "flaky"
    assert "the cache was built" in found.message
    assert "not again in a new process (pass)" in found.message
    assert not (tmp_path / "replays").exists()


@pytest.mark.parametrize(
    ("name", "verdict"), [("reset.not_done", "flaky"), ("reset.seed_range", "excluded")]
)
def test_a_flaky_must_is_not_proved_and_a_flaky_should_decides_nothing(
    name: str, verdict: str
) -> None:
    run = SuiteRun(None, None, "")
    assert run.judged(catalogue()[name], Result(name, "flaky")).verdict == verdict


def test_a_failure_in_every_process_is_reported_and_can_be_replayed(tmp_path: Path) -> None:
    name = "robustness.valid_actions"
    found = result_of(name, {"once_per_process": True}, tmp_path)
    assert found.status == "fail"
    assert found.figures["repeated"] == "it failed again in a new process"
    record = json.loads(Path(found.replay).read_text())
    assert replayed(record, record["subject"])[0].status == "fail"
    assert "profile" in record


class StubSession:
    """A second session that gives these results in turn, each a status or `status: message`."""

    statuses: list[str]

    def __init__(self, target: Target, ids: list[str], replays: Path) -> None:
        self.stored: list[str] = []
        self.failures: Any = self

    def start(self) -> None:
        pass

    def submit(self, name: str) -> None:
        pass

    def result(self, name: str) -> Result:
        status, _, message = StubSession.statuses.pop(0).partition(": ")
        return Result(name, status, message)  # type: ignore[arg-type]

    def store(self, name: str, data: dict[str, Any]) -> Path:
        self.stored.append(name)
        return Path()

    def close(self) -> None:
        pass


def repeated(
    name: str,
    statuses: list[str],
    *,
    deterministic: bool = True,
    message: str = "it is 3, then 4",
    episode: dict[str, Any] | None = None,
) -> Result:
    StubSession.statuses = statuses
    target = Target(SPEC, PROFILES["quick"])
    repetition = RepeatedFindings(target, StubSession, lambda: deterministic)
    try:
        return repetition._repeated(Result(name, "fail", message, episode=episode))
    finally:
        repetition.close()


def test_nondeterminism_seen_once_is_a_failure() -> None:
    found = repeated("runtime.episode_determinism", ["pass", "pass", "pass"])
    assert found.status == "fail"
    assert "not in 3 repetitions" in found.message


def test_nondeterminism_seen_again_says_so() -> None:
    found = repeated("runtime.episode_determinism", ["pass", "fail"])
    assert found.figures["repeated"] == "it failed again in a new process"


def test_a_finding_that_is_not_seen_again_is_flaky() -> None:
    found = repeated("reset.seed_range", ["pass"])
    assert (found.status, found.script) == ("flaky", "")
    assert "it is 3, then 4" in found.message


def test_what_one_episode_showed_stays_where_calls_cannot_be_repeated() -> None:
    found = repeated("step.done_stays", ["pass"] * 3, deterministic=False, episode={"calls": []})
    assert found.status == "fail"
    assert "the same calls do not give the same messages" in found.message
    compared = repeated("semantic.floor_gap", ["pass"], deterministic=False)
    assert compared.status == "flaky"
    of_many_episodes = repeated("contract.code_reached", ["pass"], deterministic=False)
    assert of_many_episodes.status == "flaky"


def test_a_finding_that_could_not_be_checked_again_stays() -> None:
    found = repeated("reset.seed_range", ["unproved"])
    assert found.status == "fail"
    assert "could not be repeated" in found.message


def test_a_pass_that_proves_nothing_does_not_repeat_a_finding() -> None:
    found = repeated("reset.seed_range", [f"unproved: {PASSED_BUT} 0 of 37 steps were accepted"])
    assert found.status == "flaky"
    assert "0 of 37" in found.message


def test_what_a_search_showed_counts_if_a_second_search_shows_it_too() -> None:
    message = f"nothing earns more ({FOUND_BY_SEARCH})"
    found = repeated("semantic.floor_gap", ["unproved"], message=message)
    assert found.status == "flaky"
    assert "could not be repeated" in found.message

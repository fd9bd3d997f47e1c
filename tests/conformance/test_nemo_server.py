"""`nemo+http://...`: a resources server of NeMo Gym is proved with the rows of its data set.

`nemo_gym_server.py` is a server with NeMo Gym's routes and models.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hallmark_rl.conformance import gate
from hallmark_rl.conformance.engine.subject_kind import kind_of
from hallmark_rl.conformance.prove_scorer import prove_scorer
from hallmark_rl.conformance.scorers.reference_answers import (
    choices_of,
    prompt_of,
    reference_value,
)
from hallmark_rl.conformance.scorers.scorer_declarations import ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_outcome import Outcome
from hallmark_rl.conformance.scorers.scorer_process import ScorerProcess
from hallmark_rl.conformance.scorers.scorer_spec import find_scorer
from hallmark_rl.conformance.stamp_scorer import scorer_to_stamp
from hallmark_rl.sdk.adapters.verification_server import ServerError, verify
from hallmark_rl.sdk.hallmark import FILE
from tests.conformance.nemo_gym_process import ROWS, serving

ROOT = Path(__file__).parents[2]
TOKEN = {"Authorization": "Bearer secret-token"}


FORM = {"form": "\\boxed{{answer}}"}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving() as address:
        yield f"nemo+{address}"


def outcomes(spec: str, *answers: str, limit: float = 10.0) -> list[Outcome]:
    """What the server makes of answers to the first row."""
    process = ScorerProcess(find_scorer(spec), limit=limit)
    try:
        return process.score([(answer, ROWS[0]) for answer in answers])
    finally:
        process.close()


def test_an_answer_is_verified_in_a_session_of_its_own(url: str) -> None:
    right, wrong, again, odd = outcomes(
        f"{url}/sound/", "\\boxed{154}", "\\boxed{155}", "\\boxed{154}", "\ud800"
    )
    assert [right.pay, wrong.pay, again.pay, odd.pay] == [1.0, 0.0, 1.0, 0.0]
    assert dict(right.columns) == {"reward": 1.0}


def test_components_of_a_reward_are_columns(url: str) -> None:
    (outcome,) = outcomes(f"{url}/parts", "\\boxed{155}")
    assert dict(outcome.columns) == {"right": 0.0, "short": 1.0, "reward": 0.0}
    assert outcome.pay == 0.0


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("fragile", "\x00", "POST /verify was answered with status 422: .*no NUL here"),
        ("raising", "", "POST /verify was answered with status 500"),
        ("no_reward", "x", "POST /verify was answered without a reward: .'score'."),
        ("text_reward", "x", "no number in 'reward'"),
        ("null_reward", "x", "no number in 'reward'"),
        ("listed", "x", r"POST /verify was answered with no object: '\[1.0\]'"),
        ("page", "x", "POST /verify was answered with no JSON: .*<html>busy"),
        ("judge_down", "x", "a failure: judge_failed: no connection"),
        ("slow", "slow", "it did not return within 1 s"),
    ],
)
def test_what_is_no_reward_is_a_problem_of_the_call(
    name: str, answer: str, words: str, url: str
) -> None:
    limit = 1.0 if name == "slow" else 10.0
    (outcome,) = outcomes(f"{url}/{name}", answer, limit=limit)
    assert re.search(words, outcome.problem), outcome.problem
    assert outcome.hangs == (name == "slow")


def test_not_a_number_is_a_score_that_is_not_finite(url: str) -> None:
    report = prove_scorer(f"{url}/nan_reward", ROWS, only=["scorer.finite"], declared=FORM)
    assert report.rows[0].verdict == "broken"
    assert "the score is reward nan" in report.rows[0].message


def test_a_server_that_ends_in_the_middle_is_a_problem_of_the_call() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{sock.getsockname()[1]}"
        with pytest.raises(ServerError, match="POST /seed_session was not answered"):
            verify(address, {}, "an answer", {})


def test_a_sound_server_is_proved(url: str) -> None:
    only = [
        "scorer.references", "scorer.empty", "scorer.hedging", "scorer.near_numbers",
        "scorer.deterministic", "scorer.order", "scorer.duplicate_tasks",
    ]  # fmt: skip
    report = prove_scorer(f"{url}/sound", ROWS, only=only, declared=FORM, profile="quick")
    assert {row.verdict for row in report.rows} == {"pass"}, report.headline
    assert report.proved
    assert report.subject == f"{url}/sound"


def test_what_happens_inside_of_a_server_is_excluded(url: str) -> None:
    only = ["clock", "hash_seed", "surroundings", "memory", "code_injection"]
    names = [f"scorer.{name}" for name in only]
    report = prove_scorer(f"{url}/sound", ROWS[:3], only=names, declared=FORM)
    assert len(report.rows) == len(only)
    for found in report.rows:
        assert found.verdict == "excluded"
        assert "the scorer is a running server: " in found.message


def test_a_server_that_answers_late_is_found(url: str) -> None:
    declared = {**FORM, "max_seconds": 1e-6}
    report = prove_scorer(f"{url}/sound", ROWS, only=["scorer.time"], declared=declared)
    assert report.rows[0].verdict == "broken"
    assert "s until the server answers; allowed are" in report.rows[0].message


@pytest.mark.parametrize(
    ("name", "property_"),
    [
        ("override", "scorer.judge_injection"),
        ("empty", "scorer.empty"),
        ("contains", "scorer.hedging"),
        ("counting", "scorer.deterministic"),
        ("fragile", "scorer.no_exception"),
    ],
)
def test_a_defect_of_a_server_is_found(name: str, property_: str, url: str) -> None:
    report = prove_scorer(f"{url}/{name}", ROWS, only=[property_], declared=FORM)
    assert [row.verdict for row in report.rows] == ["broken"], report.headline


def test_the_script_of_a_finding_makes_the_call_and_shows_no_header(url: str) -> None:
    report = prove_scorer(f"{url}/empty", ROWS, only=["scorer.empty"], declared=FORM)
    script = report.rows[0].script
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert set(done.stdout.split()) == {"1.0"}, f"{script}\n{done.stderr}"
    process = ScorerProcess(find_scorer(f"{url}/guarded", headers=TOKEN))
    process.close()
    text = json.dumps(process.facts)
    assert "Authorization" in text
    assert "secret-token" not in f"{text}{find_scorer(url, headers=TOKEN)!r}"


def test_headers_open_a_guarded_server(url: str) -> None:
    with pytest.raises(ValueError, match=r"refuses access \(status 401\): --header"):
        prove_scorer(f"{url}/guarded", ROWS, only=["scorer.empty"])
    options = {"only": ["scorer.references"], "declared": FORM}
    report = prove_scorer(f"{url}/guarded", ROWS, headers=TOKEN, **options)  # type: ignore[arg-type]
    assert report.proved


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/nothing", r"has no route POST /verify \(status 404\)"),
        (":0", "no server answers at"),
    ],
)
def test_without_a_resources_server_nothing_is_proved(path: str, words: str, url: str) -> None:
    spec = "nemo+http://127.0.0.1:1" if path == ":0" else f"{url}{path}"
    with pytest.raises(ValueError, match=words):
        prove_scorer(spec, ROWS, only=["scorer.empty"])


@pytest.mark.parametrize(
    ("spec", "settings", "words"),
    [
        ("nemo+http://", {}, "write nemo\\+http://HOST:PORT"),
        ("nemo+http://a b", {}, "write nemo\\+http://HOST:PORT"),
        ("nemo+http://h:1", {"args": {"x": 1}}, "it takes no arguments"),
        ("scorer:a:b", {"headers": {"X": "1"}}, "headers belong to a server"),
    ],
)
def test_wrong_subjects_are_named(spec: str, settings: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        find_scorer(spec, **settings)  # type: ignore[arg-type]


def test_a_server_is_a_scorer_whose_tasks_stand_in_a_file() -> None:
    assert kind_of("nemo+http://127.0.0.1:8000") == kind_of("nemo+https://x/y") == "scorer"
    with pytest.raises(ValueError, match="tasks belong to a function or server, and it needs them"):
        prove_scorer("nemo+http://127.0.0.1:1")


def test_fields_of_a_row_are_found_where_nemo_gym_has_them() -> None:
    plain = ScorerDeclarations()
    parts = [{"type": "input_text", "text": "Which?"}, {"type": "input_image", "image_url": "x"}]
    task = {
        "task": "the name of a kind of task",
        "responses_create_params": {"input": [{"role": "user", "content": parts}]},
        "options": [{"A": "one"}, {"B": "two"}],
        "verifier_metadata": {"expected_answer": "B", "ideal": "two"},
    }
    assert prompt_of(task, plain).strip() == "Which?"
    assert choices_of(task, plain) == {"A": "one", "B": "two"}
    assert reference_value(task, plain) == "B"
    named = ScorerDeclarations(reference="verifier_metadata.ideal")
    assert reference_value(task, named) == "two"
    assert reference_value({"verifier_metadata.ideal": "3", **task}, named) == "3"
    assert reference_value(task, ScorerDeclarations(reference="options.ideal")) is None
    text = {"responses_create_params": {"input": "Why?"}}
    assert prompt_of(text, plain) == "Why?"


def test_rows_without_a_right_answer_leave_it_unproved(url: str) -> None:
    rows = [{**one, "expected_answer": "", "gold_text": one["expected_answer"]} for one in ROWS]
    only = ["scorer.references"]
    report = prove_scorer(
        f"{url}/sound", rows, only=only, declared={"reference": "nowhere"}, profile="quick"
    )
    assert [row.verdict for row in report.rows] == ["unproved"]
    assert "declared['reference']" in report.rows[0].message


def test_a_proved_server_is_stamped_with_the_files_it_was_started_from(
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "server" / "data").mkdir(parents=True)
    (tmp_path / "server" / "app.py").write_text("app = 1\n")
    tasks = tmp_path / "server" / "data" / "rows.jsonl"
    tasks.write_text("\n".join(map(json.dumps, ROWS)) + "\n")
    command = [f"{url}/guarded", "--tasks", str(tasks)]
    assert gate.main(command) == 2
    assert "needs --folder" in capsys.readouterr().err
    header = [f"{name}: {value}" for name, value in TOKEN.items()]
    checked: list[list[str]] = []

    def run_suite(env: str, options: list[str], *, headers: list[str]) -> int:
        checked.append([env, *headers])
        return 2

    monkeypatch.setattr(gate, "run_suite", run_suite)
    assert gate.main([*command, "--folder", "server", "--header", *header]) == 2
    assert checked == [[f"{url}/guarded", *header]]
    assert not (tasks.parent / FILE).exists()

    (tmp_path / "server" / "logs").mkdir()
    subject = scorer_to_stamp(f"{url}/sound", tasks, None, tmp_path / "server")
    assert subject.files == ("../app.py", "rows.jsonl")
    before = subject.content()
    (tmp_path / "server" / "app.py").write_text("app = 2\n")
    assert subject.content() != before
    with pytest.raises(ValueError, match="holds no files of a server"):
        scorer_to_stamp(f"{url}/sound", tasks, None, tmp_path / "server" / "logs")

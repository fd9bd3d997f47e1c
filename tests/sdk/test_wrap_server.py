"""`hallmark wrap nemo+http://...`: environments whose answers a verification server scores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")
pytest.importorskip("jsonschema")

import yaml
from typer.testing import CliRunner

from hallmark_rl.sdk.adapters.served_scorer import ServedScorer
from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.sdk.wrap import app
from tests.conformance.nemo_gym_process import ROWS, serving

ROOT = Path(__file__).parents[2]
RIGHT = "\\boxed{154}"
SECRET = "Authorization: Bearer secret-token"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


def wrap(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*arguments])
    return done.exit_code, " ".join(done.output.split())


@pytest.fixture(scope="module")
def asked(address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment of the server that needs a header."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS[:8]))
    (folder / "declared.py").write_text('declared = {"form": "\\\\boxed{{answer}}"}\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code, output = wrap(
            f"nemo+{address}/guarded", "--tasks", "rows.jsonl", "--proof", "declared.py",
            "--header", SECRET, "--out", "asked_env",
        )  # fmt: skip
    assert code == 0, output
    assert "ASKED_ENV_SERVER_HEADERS gives them to the environment" in output
    return folder / "asked_env"


def loaded(folder: Path) -> Subject:
    """The environment, in a process that has the variable with the header."""
    header = {"Authorization": SECRET.partition(": ")[2]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASKED_ENV_SERVER_HEADERS", json.dumps(header))
        return load_subject(str(folder))


def answered(subject: Subject, answer: str | None, address: str = "") -> Any:
    """The observation after an answer; the server is at another address, if one is given."""
    env = subject.factory()
    with pytest.MonkeyPatch.context() as patch:
        scorer = sys.modules[subject.env_class.__module__].score
        patch.setattr(scorer, "address", address or scorer.address)
        patch.setattr(scorer, "seconds", 1.5)
        observation = env.reset(seed=0, split="train", index=0)
        if answer is None:
            return env.step(subject.proof.oracle(env, observation))
        return env.step(subject.action_type(answer=answer))


def test_the_server_pays_for_answers(asked: Path) -> None:
    subject = loaded(asked)
    prompt = subject.factory().reset(seed=0, split="train", index=0).prompt
    assert prompt.startswith("What is ")
    right, wrong = answered(subject, None), answered(subject, "\\boxed{1}")
    assert (right.reward, right.success, right.done) == (1.0, True, True)
    assert (wrong.reward, wrong.success, wrong.error) == (0.0, False, None)


def test_no_header_is_written(asked: Path) -> None:
    texts = [path.read_bytes() for path in asked.parent.rglob("*") if path.is_file()]
    assert len(texts) > 10
    assert not any(b"secret-token" in text for text in texts)


def test_it_is_declared_that_the_network_is_needed(asked: Path) -> None:
    manifest = yaml.safe_load((asked / "openenv.yaml").read_text())
    assert manifest["validation"]["network"]["mode"] == "public"
    assert "network" in loaded(asked).proof.declared["capabilities"]


@pytest.mark.parametrize(
    ("route", "says"),
    [
        ("raising", "POST /verify was answered with status 500"),
        ("page", "POST /verify was answered with no JSON"),
        ("listed", "POST /verify was answered with no object"),
        ("no_reward", "POST /verify was answered without a reward"),
        ("judge_down", "POST /verify was answered with a failure"),
        ("slow", "POST /verify was not answered in time"),
        (":1", "POST /seed_session was not answered"),
    ],
)
def test_what_is_no_reward_is_a_fault_that_pays_nothing(
    route: str, says: str, asked: Path, address: str
) -> None:
    where = "http://127.0.0.1:1" if route == ":1" else f"{address}/{route}"
    answer = {"slow": "slow", "raising": ""}.get(route, RIGHT)
    observation = answered(loaded(asked), answer, where)
    assert observation.error.message == f"the verification server gave no reward: {says}"
    assert (observation.error.code, observation.error.blame) == ("crash", "environment")
    assert (observation.reward, observation.success, observation.done) == (None, None, True)


@pytest.mark.parametrize("route", ["nan_reward", "text_reward", "null_reward"])
def test_a_reward_that_is_no_number_is_a_fault(route: str, asked: Path, address: str) -> None:
    observation = answered(loaded(asked), RIGHT, f"{address}/{route}")
    assert (observation.error.code, observation.reward) == ("reward", None)


def test_variables_set_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = ServedScorer("X", "http://localhost:1")
    assert (plain.address, plain.seconds) == ("http://localhost:1", 30.0)
    monkeypatch.setenv("X_SERVER", "https://elsewhere:2/verifier/")
    monkeypatch.setenv("X_SERVER_SECONDS", "90")
    other = ServedScorer("X", "http://localhost:1")
    assert (other.address, other.seconds) == ("https://elsewhere:2/verifier", 90.0)


def test_what_the_server_said_is_in_the_log_only(
    asked: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    observation = answered(loaded(asked), "\x00", f"{address}/fragile")
    assert "status 422" in observation.error.message
    assert "no NUL here" not in observation.model_dump_json()
    assert "no NUL here" in caplog.text


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SERVER", "file:///etc/passwd", "X_SERVER is no address"),
        ("SERVER", "http://me:secret@host", "X_SERVER is no address"),
        ("SERVER_SECONDS", "soon", "X_SERVER_SECONDS is 'soon'"),
        ("SERVER_SECONDS", "-1", "X_SERVER_SECONDS is '-1'"),
        ("SERVER_HEADERS", "secret", "X_SERVER_HEADERS is no JSON object"),
        ("SERVER_HEADERS", '{"A": 1}', "X_SERVER_HEADERS is no JSON object"),
    ],
)
def test_a_wrong_variable_is_named(
    name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"X_{name}", value)
    with pytest.raises(ValueError, match=says) as caught:
        ServedScorer("X", "http://localhost:1")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nemo+http://127.0.0.1:1"], "needs --tasks FILE"),
        (["nemo+http://127.0.0.1:1", "--tasks", "rows.jsonl"], "no server answers at"),
        (["nemo+http://", "--tasks", "rows.jsonl"], "write nemo+http://HOST:PORT"),
        (["nemo+http://me:pass@host", "--tasks", "rows.jsonl"], "would be written to files"),
        (["nemo+http://host", "--tasks", "rows.jsonl", "--header", "x"], "a header is written"),
        (["scorer:a:b", "--tasks", "rows.jsonl", "--header", "A: b"], "--header belongs to a"),
        (["gym:CartPole-v1", "--header", "A: b"], "--header is for nemo+http"),
    ],
)
def test_wrong_input_is_named(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
    code, output = wrap(*arguments, "--out", "an_env")
    assert code == 2
    assert says in output
    assert not (tmp_path / "an_env").exists()


@pytest.mark.slow
def test_the_whole_suite(asked: Path) -> None:
    variables = {"ASKED_ENV_SERVER_HEADERS": json.dumps({"Authorization": "Bearer secret-token"})}
    done = subprocess.run(
        [sys.executable, "-m", "hallmark_rl", "prove", asked.name, "--profile", "quick"],
        cwd=asked.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "satisfies all" in done.stdout

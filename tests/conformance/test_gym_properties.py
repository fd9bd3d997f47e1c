"""Properties of Gymnasium environments: a sample of the bank, errors of the user, the stamp.

The whole bank is proved by `python -m tests.defects.gyms`.
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

from hallmark_rl.conformance import gate
from hallmark_rl.conformance.check_command import print_check
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.subject_kind import chapters_of, kind_of
from hallmark_rl.conformance.gyms.gym_context import GymContext
from hallmark_rl.conformance.gyms.gym_declarations import GymDeclarations, read_gym_declarations
from hallmark_rl.conformance.gyms.transcript import read_transcript
from hallmark_rl.conformance.scorers.scorer_declarations import DeclarationError
from hallmark_rl.sdk.hallmark import read_hallmark
from tests.defects.gyms.bank import cases, prove_case, write_case

ROOT = Path(__file__).parents[2]
CASES = {case.id: case for case in cases()}
SAMPLE = (
    "corridor-old-interface",
    "corridor-last-out-of-bounds",
    "corridor-reward-nan",
    "corridor-seed-ignored",
    "corridor-global-generator",
    "corridor-carries-over",
    "corridor-class-state",
    "corridor-one-buffer",
    "corridor-any-index",
    "corridor-paid-again",
    "thruster-action-changed",
    "thruster-nan",
)


def test_the_edits_of_the_bank_match(tmp_path: Path) -> None:
    assert len(CASES) >= 30
    for case in CASES.values():
        write_case(case, tmp_path)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_defect_is_reported_by_the_property_that_names_it(name: str) -> None:
    case = CASES[name]
    assert prove_case(case, "quick", only=case.by)[case.by[0]].verdict == "broken"


@pytest.mark.parametrize("name", ["race-missing-reward", "race-agent-stays", "race-shape"])
def test_defects_of_a_parallel_environment(name: str) -> None:
    pytest.importorskip("pettingzoo")
    case = CASES[name]
    assert prove_case(case, "quick", only=case.by)[case.by[0]].verdict == "broken"


def test_a_sound_environment_raises_no_alarm() -> None:
    rows = prove_case(CASES["corridor"], "quick")
    assert {row.verdict for row in rows.values()} == {"pass", "excluded"}


HOSTILE = """
import os, gymnasium
from gymnasium import spaces

class Hostile(gymnasium.Env):
    observation_space, action_space = spaces.Discrete(2), spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {}

    def step(self, action):
        WHAT
        return 0, 0.0, True, False, {}
"""


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("os._exit(0)", "ended the process"),
        ("os.kill(os.getpid(), 9)", "without a result"),
        ("raise SystemExit", "raised SystemExit"),
        ("while True: pass", "did not return within"),
        ("return None", "step returned None"),
    ],
)
def test_whatever_an_environment_does_is_a_problem_of_its_play(
    what: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "hostile.py"
    path.write_text(HOSTILE.replace("WHAT", what))
    profile = dataclasses.replace(PROFILES["quick"], deadline=3.0)
    context = GymContext(f"gym:{path}:Hostile", {}, GymDeclarations(), profile, 0)
    assert words in context.play({"seeds": [0]})[0].problem


@pytest.mark.parametrize(
    "data",
    [
        None, "x", [1], [{"call": "fly"}], [{"call": "step"}],
        [{"call": "step", "observations": {}, "infos": {}, "rewards": {"": "much"},
          "terminated": {}, "truncated": {}}],
        [{"call": "reset", "observations": {"": {}}, "infos": {}}],
    ],
)  # fmt: skip
def test_a_transcript_that_makes_no_sense_is_a_problem(data: object) -> None:
    assert read_transcript(data).problem


def test_kinds_of_subjects() -> None:
    assert kind_of("gym:CartPole-v1") == kind_of("pettingzoo:butterfly") == "gym"
    assert kind_of("scorer:a:b") == kind_of("trl:a:b") == "scorer"
    assert kind_of("reasoning_gym:sums") == kind_of("verifiers:sums") == "task_set"
    assert kind_of("envs/wordle") == "environment"
    assert chapters_of("gym:x") == ("gym",)


@pytest.mark.parametrize("declared", [{"solve": 1}, {"solved": "x"}, {"endless": 1}, 7])
def test_wrong_declarations_are_named(declared: object) -> None:
    with pytest.raises(DeclarationError, match="declared"):
        read_gym_declarations(declared)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gym:NoSuchEnvironment-v0", "NoSuchEnvironment"),
        ("gym:no_such_module_at_all:Thing-v0", "no_such_module_at_all"),
        ("pettingzoo:no_such_module_at_all", "no_such_module_at_all"),
    ],
)
def test_errors_of_the_user_are_one_line_with_status_2(
    spec: str, words: str, tmp_path: Path
) -> None:
    if spec.startswith("pettingzoo"):
        pytest.importorskip("pettingzoo")
    command = [sys.executable, "-m", "hallmark_rl", "prove", spec, "-q"]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=variables)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if "ERROR" in line]
    assert done.returncode == 2
    assert len(lines) == 1
    assert words in lines[0]


def test_a_stamp_lies_beside_the_environment_and_a_change_makes_it_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    write_case(CASES["corridor"], tmp_path)
    assert gate.main(["gym:corridor.py:Corridor"]) == 0
    stamp = read_hallmark(tmp_path)
    assert stamp is not None
    assert (stamp.subject, stamp.files) == ("gym:corridor.py:Corridor", ("corridor.py",))
    assert print_check(str(tmp_path)) == 0
    source = tmp_path / "corridor.py"
    source.write_text(source.read_text() + "# changed\n")
    assert print_check(str(tmp_path)) == 1
    assert "have changed since they were proved" in capsys.readouterr().err


def test_an_installed_environment_needs_a_place_for_its_stamp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert gate.main(["gym:CartPole-v1"]) == 2
    assert "give --proof FILE" in capsys.readouterr().err

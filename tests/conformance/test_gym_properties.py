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
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.engine.subject_kind import chapters_of, kind_of
from hallmark_rl.conformance.gyms.gym_context import GymContext
from hallmark_rl.conformance.gyms.gym_declarations import GymDeclarations, read_gym_declarations
from hallmark_rl.conformance.gyms.gym_player import play
from hallmark_rl.conformance.gyms.transcript import Transcript, read_transcript
from hallmark_rl.conformance.properties import load_gym_checks
from hallmark_rl.conformance.scorers.scorer_declarations import DeclarationError
from hallmark_rl.conformance.stamp_gym import gym_to_stamp
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
    "corridor-mask-too-wide",
    "corridor-mask-short",
    "corridor-options-kept",
    "corridor-options-copied",
    "corridor-raises-and-keeps",
    "corridor-starts-anew",
)


def test_the_edits_of_the_bank_match(tmp_path: Path) -> None:
    assert len(CASES) >= 30
    for case in CASES.values():
        write_case(case, tmp_path)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_defect_is_reported_by_the_property_that_names_it(name: str) -> None:
    case = CASES[name]
    assert prove_case(case, "quick", only=case.by)[case.by[0]].verdict == "broken"


@pytest.mark.parametrize(
    "name", ["race-missing-reward", "race-agent-stays", "race-shape", "race-mask-too-wide"]
)
def test_defects_of_a_parallel_environment(name: str) -> None:
    pytest.importorskip("pettingzoo")
    case = CASES[name]
    assert prove_case(case, "quick", only=case.by)[case.by[0]].verdict == "broken"


def test_a_sound_environment_raises_no_alarm() -> None:
    rows = prove_case(CASES["corridor"], "quick")
    assert {row.verdict for row in rows.values()} == {"pass", "excluded"}


@pytest.mark.parametrize(
    ("name", "properties"),
    [
        ("corridor-class-spaces", ["gym.instances_apart", "gym.seed_reproducible"]),
        ("corridor-new-spaces", ["gym.seed_reproducible", "gym.seed_again"]),
        ("thruster-goes-on-as-with-time-limit", ["gym.paid_after_end"]),
        ("bandit", ["gym.action_refused", "gym.paid_after_end"]),
        ("corridor-masked", ["gym.interface", "gym.mask_allows", "gym.seed_again"]),
        ("corridor-masks-by-method", ["gym.interface", "gym.mask_allows"]),
        ("corridor-mask-is-advice", ["gym.interface", "gym.action_refused"]),
        ("corridor-options", ["gym.options_forgotten"]),
        ("thruster-fifty-rounds", ["gym.limit_is_truncation"]),
    ],
)
def test_sound_environments_that_look_defective(name: str, properties: list[str]) -> None:
    rows = prove_case(CASES[name], "quick", only=properties)
    assert {row.verdict for row in rows.values()} <= {"pass", "excluded"}


def test_an_ignored_seed_is_not_reported_as_something_else() -> None:
    """Two plays then differ whatever else was done in between."""
    others = ["gym.seed_again", "gym.instances_apart", "gym.state_not_exposed", "gym.own_generator"]
    case = CASES["corridor-seed-ignored"]
    rows = prove_case(case, "quick", only=["gym.seed_reproducible", *others])
    assert rows["gym.seed_reproducible"].verdict == "broken"
    for name in others:
        assert (rows[name].verdict, "see gym.seed_rep" in rows[name].message) == ("unproved", True)


def test_pay_after_a_truncation_is_not_judged() -> None:
    case = CASES["thruster-goes-on-as-with-time-limit"]
    row = prove_case(case, "quick", only=["gym.paid_after_end"])["gym.paid_after_end"]
    assert (row.verdict, "truncations" in row.message) == ("excluded", True)


def _played(case: str, folder: Path, **settings: object) -> Transcript:
    return read_transcript(play(write_case(CASES[case], folder), {}, settings))


def test_random_actions_differ_between_episodes_and_follow_the_seed(tmp_path: Path) -> None:
    seeds = [3, 4, 5, None, None, 3]
    episodes = _played("thruster", tmp_path, seeds=seeds, steps=12).episodes
    first, *others, last = [[step["action"] for step in steps] for steps in episodes]
    assert first == last
    assert len({tuple(actions) for actions in [first, *others]}) == 5


def test_what_a_constant_policy_samples_is_the_same_in_each_episode(tmp_path: Path) -> None:
    path = tmp_path / "pair.py"
    path.write_text(
        HOSTILE.replace("WHAT", "pass").replace(
            "spaces.Discrete(2), spaces.Discrete(2)",
            "spaces.Discrete(2), spaces.Tuple([spaces.Discrete(50)] * 3)",
        )
    )
    settings = {"seeds": [1, 2, None], "policy": 0, "steps": 5}
    episodes = read_transcript(play(f"gym:{path}:Hostile", {}, settings)).episodes
    assert len({steps[0]["action"] for steps in episodes}) == 1


def test_a_play_stops_when_its_time_has_ended(tmp_path: Path) -> None:
    transcript = _played("corridor", tmp_path, seeds=[0], seconds=-1)
    assert (transcript.is_slow, transcript.is_whole, transcript.problem) == (True, False, "")
    assert _played("corridor", tmp_path, seeds=[0], seconds=60).is_whole


COMPARED = (
    "gym.seed_reproducible",
    "gym.seed_again",
    "gym.seed_varies",
    "gym.own_generator",
    "gym.other_process",
    "gym.instances_apart",
    "gym.state_not_exposed",
    "gym.action_bounds",
    "gym.step_before_reset",
)


@pytest.mark.parametrize("name", COMPARED)
@pytest.mark.parametrize("fault", ["slow", "dead"])
def test_a_play_without_result_is_no_finding(
    name: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _played("thruster", tmp_path, seeds=[0], steps=3)
    without = {
        "slow": Transcript([*whole.events[:2], {"call": "slow"}]),
        "dead": Transcript(problem="it did not return within 25 s"),
    }[fault]
    context = GymContext("gym:x", {}, GymDeclarations(), PROFILES["quick"], 0)
    context._random = [({}, whole)]
    plays = iter([whole] if name not in ("gym.other_process", "gym.step_before_reset") else [])
    monkeypatch.setattr(context, "_in_fork", lambda settings: next(plays, without))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("not to be started"))
    with pytest.raises(EvidenceMissing):
        load_gym_checks()[name](context)


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
    source = tmp_path / "corridor.py"
    source.write_text(
        source.read_text().replace("def __init__(self):", "def __init__(self, shade):")
    )
    assert gate.main(["gym:corridor.py:Corridor"]) == 2, "it cannot be made without an argument"
    assert gate.main(["gym:corridor.py:Corridor", "--env-arg", "shade=6"]) == 0
    stamp = read_hallmark(tmp_path)
    assert stamp is not None
    assert (stamp.subject, stamp.files) == ("gym:corridor.py:Corridor", ("corridor.py",))
    assert stamp.args == {"shade": 6}
    assert print_check(str(tmp_path)) == 0
    source.write_text(source.read_text() + "# changed\n")
    assert print_check(str(tmp_path)) == 1
    error = capsys.readouterr().err
    assert "have changed since they were proved" in error
    assert "gate gym:corridor.py:Corridor --env-arg=shade=6" in error


_RELATIVE = "sys.modules['relative'] = types.SimpleNamespace(__file__='_ops.py')  # as torch does"


def test_a_stamp_covers_a_module_that_is_imported_in_a_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "late.py").write_text("PAY = 0.5\n")
    (tmp_path / "_ops.py").write_text("")
    source = HOSTILE.replace("WHAT", "import late, types, sys\n" + " " * 8 + _RELATIVE)
    (tmp_path / "early.py").write_text(source)
    assert gym_to_stamp("gym:early.py:Hostile", {}, None).files == ("early.py", "late.py")


def test_an_installed_environment_needs_a_place_for_its_stamp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert gate.main(["gym:CartPole-v1"]) == 2
    assert "give --proof FILE" in capsys.readouterr().err

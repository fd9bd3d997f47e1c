"""A session on a small environment: it passes when sound, and each defect is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine import supervisor
from hallmark_rl.conformance.engine.import_path import BOOT
from hallmark_rl.conformance.engine.replay import check_episode
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import Target

SPEC = "tests.conformance.guess:GuessEnvironment"
PROOF = str(Path(__file__).with_name("guess_proof.py"))
QUICK = PROFILES["quick"]

CASES = {
    "seed_zero": ("reset.seed_zero", "runtime.seed_control"),
    "pays_after_done": ("step.after_done_pays_nothing", "step.done_stays"),
    "shared": ("isolation.sessions", "runtime.startup"),
    "raises": ("robustness.valid_actions", "reset.not_done"),
    "leak": ("semantic.no_solution_leakage", "reset.seed_zero"),
    "exits": ("robustness.exit", "reset.not_done"),
}


def outcomes(defect: str, ids: list[str], replays: Path, proof: str = PROOF) -> dict[str, Result]:
    target = Target(SPEC, QUICK, proof, {"defect": defect} if defect else {}, parallel=2)
    session = Session(target, ids, replays)
    try:
        session.start()
        return {name: session.result(name) for name in ids}
    finally:
        session.close()


@pytest.mark.parametrize("defect", CASES)
def test_a_defect_breaks_its_property_and_not_another(defect: str, tmp_path: Path) -> None:
    broken, other = CASES[defect]
    found = outcomes(defect, [broken, other], tmp_path)
    assert found[broken].status == "fail", found[broken]
    assert found[other].status == "pass", found[other]


def test_a_failure_comes_with_a_short_script_and_is_stored(tmp_path: Path) -> None:
    found = outcomes("raises", ["robustness.valid_actions"], tmp_path)["robustness.valid_actions"]
    assert found.script.count(".step(") == 1
    compile(found.script, "<script>", "exec")
    assert Path(found.replay).is_file()
    healed = outcomes("", ["robustness.valid_actions"], tmp_path)["robustness.valid_actions"]
    assert healed.status == "pass"
    assert not Path(found.replay).exists()


def test_a_crash_is_a_failure(tmp_path: Path) -> None:
    found = outcomes("crashes", ["runtime.startup", "reset.seed_zero"], tmp_path)
    assert found["runtime.startup"].status == "fail"
    assert "SIGABRT" in found["runtime.startup"].message
    assert found["reset.seed_zero"].status == "unproved"


def test_the_sound_environment_passes(tmp_path: Path) -> None:
    from hallmark_rl.conformance.catalogue import catalogue

    ids = [e.id for e in catalogue().values() if e.profile == "quick" and e.level == "MUST"]
    found = outcomes("", ids, tmp_path)
    bad = {name: one.message for name, one in found.items() if one.status in ("fail", "error")}
    assert not bad
    assert sum(one.status == "pass" for one in found.values()) > 40


@pytest.mark.parametrize("declared", [True, False])
def test_a_column_varies_if_the_author_declares_its_mode(declared: bool, tmp_path: Path) -> None:
    proof = tmp_path / "proof.py"
    declaration = "" if declared else "declared = {'max_steps': 6}\n"
    proof.write_text(f"from tests.conformance.guess_proof import *\n{declaration}")
    found = outcomes("", ["reward.columns_vary"], tmp_path, str(proof))["reward.columns_vary"]
    assert found.status == ("pass" if declared else "fail")
    assert declared or found.message.endswith("'near' is 0.0")


READER = """
from pathlib import Path
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

class Say(Action):
    text: str = ""

class ReaderEnvironment(Environment):
    def __init__(self):
        super().__init__()
        self.words = Path("data/words.txt").read_text()
        Path("log.txt").write_text("made")
    def reset(self, seed=None, episode_id=None, **kwargs):
        return Observation()
    def step(self, action: Say, timeout_s=None, **kwargs) -> Observation:
        return Observation(reward=0.0, done=True)
    @property
    def state(self):
        return State()
"""


def test_an_environment_can_read_its_own_folder_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, temporary = tmp_path / "reader_env", tmp_path / "tmp"
    (folder / "data").mkdir(parents=True)
    temporary.mkdir()
    (folder / "data" / "words.txt").write_text("a b c")
    (folder / "reader.py").write_text(READER)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    ids = ["reset.not_done", "isolation.working_directory"]
    session = Session(Target(str(folder), QUICK, parallel=2), ids, tmp_path / "replays")
    try:
        session.start()
        found = {name: session.result(name) for name in ids}
    finally:
        session.close()
    assert found["reset.not_done"].status == "pass"
    assert found["isolation.working_directory"].status == "fail"
    assert "data/words.txt" in found["isolation.working_directory"].output
    assert list(temporary.iterdir()) == []
    assert {path.name for path in folder.iterdir()} <= {"data", "reader.py", "__pycache__"}


def test_reading_the_state_is_not_a_step() -> None:
    """An episode of a reset and two reads of the state has no step."""
    target = Target("tests.conformance.guess:GuessEnvironment", PROFILES["quick"])
    episode = Episode((Call("reset"), Call("state"), Call("state")))
    found, _ = check_episode("runtime.state_contract", target, episode)
    assert (found.status, found.message) == ("pass", "")


def test_an_import_error_of_the_suite_is_no_failure_of_the_subject(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (
        "def broken(*_): raise ImportError('no module named hypothesis')\n"
        "from hallmark_rl.conformance.engine import job_work\n"
        "job_work.JobWork.work = broken\n"
    )
    start = BOOT.removesuffix("main()")
    monkeypatch.setattr(supervisor, "BOOT", f"{start}\n{broken}main()")
    names = ["runtime.startup", "reset.not_done"]
    for result in outcomes("", names, tmp_path).values():
        assert result.status == "error"
        assert "the suite raised ImportError: no module named hypothesis" in result.message

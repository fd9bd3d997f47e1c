"""The engine on a small environment: what is sound passes and what is broken is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.host import Target
from conformance.profiles import PROFILES
from conformance.session import Session
from conformance.verdict import Result

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


def outcomes(defect: str, ids: list[str], replays: Path) -> dict[str, Result]:
    target = Target(SPEC, QUICK, PROOF, {"defect": defect} if defect else {}, parallel=2)
    session = Session(target, ids, replays)
    try:
        session.start()
        return {name: session.result(name) for name in ids}
    finally:
        session.close()


@pytest.mark.parametrize("defect", CASES)
def test_a_defect_breaks_its_property_and_not_another(defect: str, tmp_path: Path) -> None:
    meant, other = CASES[defect]
    found = outcomes(defect, [meant, other], tmp_path)
    assert found[meant].status == "fail", found[meant]
    assert found[other].status == "pass", found[other]


def test_a_failure_comes_with_a_short_script_and_is_stored(tmp_path: Path) -> None:
    found = outcomes("raises", ["robustness.valid_actions"], tmp_path)["robustness.valid_actions"]
    assert found.script.count(".step(") == 1
    compile(found.script, "<script>", "exec")
    assert Path(found.replay).is_file()
    healed = outcomes("", ["robustness.valid_actions"], tmp_path)["robustness.valid_actions"]
    assert healed.status == "pass"
    assert not Path(found.replay).exists()


def test_a_process_that_dies_is_a_finding(tmp_path: Path) -> None:
    found = outcomes("crashes", ["runtime.startup", "reset.seed_zero"], tmp_path)
    assert found["runtime.startup"].status == "fail"
    assert "SIGABRT" in found["runtime.startup"].message
    assert found["reset.seed_zero"].status == "unproved"


def test_the_small_environment_is_sound(tmp_path: Path) -> None:
    from conformance.catalogue import catalogue

    ids = [e.id for e in catalogue().values() if e.profile == "quick" and e.level == "MUST"]
    found = outcomes("", ids, tmp_path)
    bad = {name: one.message for name, one in found.items() if one.status in ("fail", "error")}
    assert not bad
    assert sum(one.status == "pass" for one in found.values()) > 40

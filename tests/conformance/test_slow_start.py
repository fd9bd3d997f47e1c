"""Environments that start slowly or load on first use: a smaller plan, one load in the parent."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.offline import offline_variables
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import Target

SOURCE = """
import os, time
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

DATA = []

class Say(Action):
    word: str = ""

class Hello(Observation):
    mode: str = ""

class LateEnvironment(Environment[Say, Hello, State]):
    def __init__(self):
        super().__init__()
        time.sleep({constructor})
    def reset(self, seed=None, episode_id=None, **kwargs) -> Hello:
        if not DATA:
            time.sleep({first})
            DATA.append(1)
        time.sleep({reset})
        self.steps = 0
        return Hello(mode=os.environ.get("HF_HUB_OFFLINE", "online"))
    def step(self, action: Say, timeout_s=None, **kwargs) -> Hello:
        self.steps += 1
        return Hello(reward=0.0, done=self.steps >= 3)
    @property
    def state(self) -> State:
        return State(step_count=self.steps)
"""


def outcomes(
    folder: Path, ids: list[str], constructor: float = 0.0, first: float = 0.0, reset: float = 0.0
) -> tuple[dict[str, Result], list[str]]:
    """The results of properties on an environment that waits as told, and the run's notes."""
    env = folder / "late"
    env.mkdir()
    values = {"constructor": constructor, "first": first, "reset": reset}
    source = SOURCE
    for name, value in values.items():
        source = source.replace(f"{{{name}}}", str(value))
    (env / "late_environment.py").write_text(source)
    session = Session(Target(str(env), PROFILES["quick"], parallel=2), ids, folder / "replays")
    try:
        session.start()
        return {name: session.result(name) for name in ids}, session.notes
    finally:
        session.close()


IDS = ["reset.not_done", "runtime.seed_control", "step.terminates"]


@pytest.mark.parametrize(
    "waits", [{"constructor": 4.0}, pytest.param({"reset": 9.0}, marks=pytest.mark.slow)]
)
def test_a_slow_start_is_no_finding(waits: dict[str, float], tmp_path: Path) -> None:
    """A reset of 9 s is longer than what counts as hanging in a fast environment."""
    results, _ = outcomes(tmp_path, IDS[:1], **waits)
    assert [result.status for result in results.values()] == ["pass"], results


def test_what_the_first_reset_loads_is_loaded_once(tmp_path: Path) -> None:
    began = time.monotonic()
    results, notes = outcomes(tmp_path, IDS, first=6.0)
    assert all(result.status == "pass" for result in results.values()), results
    assert len(notes) == 1
    assert "was loaded once" in notes[0]
    # Twice in a row here: measured in a fork, then in the process that the others come from.
    assert time.monotonic() - began < 60


def test_fast_starts_are_not_repeated_in_the_parent(tmp_path: Path) -> None:
    _, notes = outcomes(tmp_path, IDS[:1])
    assert notes == []


def test_hubs_are_offline_unless_the_author_declares_the_network(tmp_path: Path) -> None:
    folder = str(tmp_path)
    proof, manifest = tmp_path / "proof.py", tmp_path / "openenv.yaml"
    assert offline_variables(folder)["HF_HUB_OFFLINE"] == "1"
    proof.write_text("declared = {'capabilities': ['slow', 'network']}\n")
    assert offline_variables(folder) == {}
    proof.write_text("declared = {'network': False}\nother = 'network'\n")
    assert offline_variables(folder)
    proof.write_text("def declared():\n    return {'internet': True}\n")
    assert offline_variables(folder) == {}
    proof.write_text("declared = [\n")
    assert offline_variables(folder)
    manifest.write_text("validation: {capabilities: {network: true}}\n")
    assert offline_variables(folder) == {}
    manifest.write_text("validation: {network: {mode: no-network}, capabilities: [network]}\n")
    assert offline_variables(folder)
    assert offline_variables("http://localhost:1")

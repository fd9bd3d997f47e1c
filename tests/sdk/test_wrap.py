from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

pytest.importorskip("openenv")

from pydantic import BaseModel, Field

from sdk.subject import load_subject
from sdk.wrap import WrapProblem, minimal, wrap

MODELS = """
from openenv.core.env_server.types import Action, Observation
from pydantic import Field

class EchoAction(Action):
    message: str = Field(..., min_length=1)

class EchoObservation(Observation):
    echoed: str = ""
"""
ENVIRONMENT = """
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State
from ..models import EchoAction, EchoObservation

class EchoEnvironment(Environment):
    def __init__(self):
        super().__init__()
        self._state = State()

    def reset(self, {reset}**kwargs) -> EchoObservation:
        return EchoObservation()

    def step(self, action: EchoAction, timeout_s=None, **kwargs) -> EchoObservation:
        return EchoObservation(echoed=action.message, reward=0.1, done={done})

    @property
    def state(self) -> State:
        return self._state
"""


def foreign(folder: Path, *, reset: str = "", done: bool = False) -> Path:
    """A small environment that knows nothing of us."""
    (folder / "server").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "server" / "__init__.py").write_text("")
    (folder / "models.py").write_text(MODELS)
    text = ENVIRONMENT.replace("{reset}", reset).replace("{done}", str(done))
    (folder / "server" / "echo_environment.py").write_text(text)
    (folder / "openenv.yaml").write_text("spec_version: 1\nname: echo\n")
    return folder


def test_a_proof_file_that_can_be_used_at_once(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "echo_one")
    target, notes = wrap(folder)
    assert target == folder / "proof.py"
    assert any("no episode ended" in note for note in notes)
    assert any("earned 0.1" in note for note in notes)
    assert any("validation" in note for note in notes)
    subject = load_subject(str(folder))
    assert subject.proof is not None
    assert subject.proof.declared == {"capabilities": ["continuing"]}
    env = subject.factory()
    assert env.step(subject.proof.null(env, env.reset())).echoed == "x"


def test_what_is_sound_is_not_objected_to(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "echo_two", reset="seed=None, ", done=True)
    _, notes = wrap(folder)
    assert not any("ended" in note or "seed" in note for note in notes)


def test_a_proof_file_is_never_overwritten(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "echo_three")
    wrap(folder)
    before = (folder / "proof.py").read_text()
    with pytest.raises(WrapProblem, match="exists already"):
        wrap(folder)
    assert (folder / "proof.py").read_text() == before


def test_what_is_no_environment_is_diagnosed(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(WrapProblem):
        wrap(tmp_path / "empty")
    assert not (tmp_path / "empty" / "proof.py").exists()


def test_the_least_action() -> None:
    class Inner(BaseModel):
        at: int = Field(ge=3)

    class Outer(BaseModel):
        kind: Literal["go", "stop"]
        word: str = Field(min_length=2)
        share: float = Field(gt=0)
        inner: Inner
        many: list[int] = Field(min_length=1)
        maybe: int | None
        free: str = "set"

    least = minimal(Outer)
    assert least.model_dump() == {
        "kind": "go",
        "word": "xx",
        "share": 1,
        "inner": {"at": 3},
        "many": [0],
        "maybe": 0,
        "free": "set",
    }

"""Whose fault an exception is, and what a shared instance does to other properties."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.check_worker import raised_by
from hallmark_rl.conformance.engine.separate_instances import (
    shares_one_instance,
    with_separate_instances,
)
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.sdk.subject.load import load_subject
from tests.conformance import single
from tests.conformance.guess import GuessEnvironment

PROOF = Path(__file__).with_name("guess_proof.py")


def caught(function: Any, *arguments: Any) -> Exception:
    try:
        function(*arguments)
    except Exception as error:
        return error
    raise AssertionError("it did not raise")


def test_the_innermost_frame_decides_whose_exception_it_is() -> None:
    subject: Any = SimpleNamespace(
        root=None, proof=None, env_class=single.NotAlwaysMade, make=single.NotAlwaysMade
    )
    single.NotAlwaysMade.made = 2
    error = caught(single.NotAlwaysMade)
    assert raised_by(subject, error) == "environment"
    foreign: Any = SimpleNamespace(root=None, proof=None, env_class=GuessEnvironment, make=None)
    assert raised_by(foreign, error) == "suite"
    inside = caught(with_separate_instances, SimpleNamespace())
    assert raised_by(subject, inside) == "suite"


def test_a_library_belongs_to_its_caller(tmp_path: Path) -> None:
    (tmp_path / "env.py").write_text("import json\n\ndef step():\n    json.loads('{')\n")
    scope: dict[str, Any] = {}
    path = str(tmp_path / "env.py")
    exec(compile((tmp_path / "env.py").read_text(), path, "exec"), scope)
    subject: Any = SimpleNamespace(root=tmp_path, proof=None, env_class=None, make=None)
    assert raised_by(subject, caught(scope["step"])) == "environment"


def test_copies_are_played_where_the_factory_returns_one_instance() -> None:
    subject = load_subject("tests.conformance.single:the_only_one", proof=PROOF)
    assert shares_one_instance(subject)
    separate = with_separate_instances(subject)
    one, other = separate.factory(), separate.factory()
    assert one is not other
    one.reset(seed=1)
    assert other._target is None
    assert not shares_one_instance(separate)


def test_a_shared_instance_is_one_finding(tmp_path: Path) -> None:
    names = ["isolation.fresh_instances", "isolation.sessions", "reset.history_independent"]
    target = Target("tests.conformance.single:the_only_one", PROFILES["quick"], str(PROOF))
    session = Session(target, names, tmp_path)
    try:
        session.start()
        found: dict[str, Result] = {name: session.result(name) for name in names}
    finally:
        session.close()
    assert {name: one.status for name, one in found.items()} == {
        names[0]: "fail",
        names[1]: "pass",
        names[2]: "pass",
    }
    assert "copies" in found[names[0]].message

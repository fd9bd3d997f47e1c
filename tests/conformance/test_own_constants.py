"""Hypothesis draws the constants of a subject's source, and none of the suite's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.processes.own_constants import leave_out_own_constants

_OWN = "suite_constant_"
_SUBJECT = "subject_constant_"


def _drawn_constants(folder: Path, *, leave_out: bool) -> list[str]:
    """Which of two modules' constants Hypothesis would draw, in a process that has not looked."""

    def look() -> list[str]:
        from hypothesis.internal.conjecture import providers

        sys.path.insert(0, str(folder))
        __import__("hallmark_rl.made_module")
        __import__("subject_module")
        providers._seen_modules.clear()
        providers._sys_modules_len = None
        if leave_out:
            leave_out_own_constants()
        texts = providers._get_local_constants().strings
        return [text for text in (_OWN, _SUBJECT) if text in texts]

    found = run_in_fork(look, 60.0)
    assert isinstance(found, list), found
    return found


@pytest.mark.parametrize("leave_out", [True, False])
def test_constants_are_those_of_the_subject(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leave_out: bool
) -> None:
    import hallmark_rl

    package = tmp_path / "package"
    package.mkdir()
    (package / "made_module.py").write_text(f"VALUE = {_OWN!r}\n")
    (tmp_path / "subject_module.py").write_text(f"VALUE = {_SUBJECT!r}\n")
    monkeypatch.setattr(hallmark_rl, "__path__", [*hallmark_rl.__path__, str(package)])
    monkeypatch.chdir(tmp_path)
    expected = [_SUBJECT] if leave_out else [_OWN, _SUBJECT]
    assert _drawn_constants(tmp_path, leave_out=leave_out) == expected

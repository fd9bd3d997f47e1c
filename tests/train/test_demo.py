"""The demonstration's first stage: exploits earn nothing, and it says so when one does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hallmark_rl.train import demo


def test_the_exploits_fail_and_the_control_is_paid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.attack(tmp_path)
    said = capsys.readouterr().out
    assert said.count("not paid") == 3
    assert "5; 0: paid" in said


def test_an_exploit_that_is_paid_ends_the_demonstration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = replace(demo.ATTEMPTS[0], name="an exploit that works", solves=False)
    monkeypatch.setattr(demo, "ATTEMPTS", (paid,))
    with pytest.raises(demo.Failed, match="an exploit that works"):
        demo.attack(tmp_path)


def test_a_stage_that_fails_is_named() -> None:
    with pytest.raises(demo.Failed, match="exit status 3"):
        demo.command("-c", "raise SystemExit(3)")

"""The demonstration: exploits must not be paid, and a failed stage ends it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hallmark_rl.train import demo


def test_exploits_are_not_paid_and_the_honest_program_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.run_exploits(tmp_path)
    output = capsys.readouterr().out
    assert output.count("not paid") == 3
    assert "5; 0: paid" in output


def test_a_paid_exploit_ends_the_demonstration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = replace(demo.ATTEMPTS[0], name="an exploit that works", solves=False)
    monkeypatch.setattr(demo, "ATTEMPTS", (paid,))
    with pytest.raises(demo.StageFailed, match="an exploit that works"):
        demo.run_exploits(tmp_path)


def test_a_stage_that_fails_is_named() -> None:
    with pytest.raises(demo.StageFailed, match="exit status 3"):
        demo.run_command("-c", "raise SystemExit(3)")

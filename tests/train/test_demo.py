"""The demonstration: exploits must not be paid, and a failed stage ends it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hallmark_rl.train import demo
from hallmark_rl.train.config import read_config


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


def test_the_last_stage_proves_a_staged_environment_over_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(demo, "run_exploits", lambda out: None)
    monkeypatch.setattr(demo, "print_comparison", lambda out: None)
    monkeypatch.setattr(demo, "run_command", lambda *words: commands.append(words))
    demo.main(tmp_path, 3)
    stages = [words[1].rpartition(".")[2] for words in commands]
    assert stages == ["gate", "gate", "grpo", "grpo", "stage"]
    assert commands[-1][2:] == (
        demo.env_folder("wordle"),
        *("--out", str(tmp_path / "staged" / "wordle"), "--try-here"),
    )
    preset = commands[2][commands[2].index("--preset") + 1]
    assert not read_config(preset, None, {"out": "x"}).gpu, "it runs on the CPU of any machine"


def test_a_server_that_is_not_proved_ends_the_demonstration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "env_folder", lambda name: str(tmp_path))  # has no stamp
    with pytest.raises(demo.StageFailed, match=r"conformance\.stage .* ended with exit status 1"):
        demo.stage_and_prove("wordle", tmp_path / "staged")

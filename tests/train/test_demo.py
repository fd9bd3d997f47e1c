"""The demonstration: exploits must not be paid, and a failed stage ends it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

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


def test_success_before_and_after_is_printed_for_each_level_and_environment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "console", Console(width=160))
    before = {"success": 0.1, "interval": [0.05, 0.2], "columns": {"solved": 0.1}}
    after = {"success": 0.8, "interval": [0.7, 0.9], "columns": {"solved": 0.8, "letters": 0.25}}
    result = {"before": before, "after": after, "greedy_before": before, "greedy_after": after}
    sentences = [{"sentence": "level 1, greedy: better [+0.5, +0.9]"}]
    for name in demo.ENVIRONMENTS:
        (tmp_path / name).mkdir()
        results = [{"level": 1, **result, "comparisons": sentences}]
        (tmp_path / name / "summary.json").write_text(json.dumps({"results": results}))
    demo.print_comparison(tmp_path)
    printed = capsys.readouterr().out
    assert printed.count("80.0% [70.0%, 90.0%]") == 4
    assert printed.count("10.0% [5.0%, 20.0%]") == 4
    assert "letters, sum per episode" in printed
    assert "coding: level 1, greedy: better [+0.5, +0.9]" in printed


@pytest.mark.parametrize(
    ("raised", "status", "text"),
    [
        (KeyboardInterrupt(), 130, "Interrupted. What was written is in"),
        (demo.StageFailed("no stamp"), 1, "failed: no stamp"),
    ],
)
def test_an_end_before_the_last_stage_is_told(
    raised: BaseException, status: int, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(out: Path) -> None:
        raise raised

    monkeypatch.setattr(demo, "run_exploits", fail)
    done = CliRunner().invoke(demo.app, ["--out", str(tmp_path)])
    assert done.exit_code == status
    assert text in " ".join(done.output.split())

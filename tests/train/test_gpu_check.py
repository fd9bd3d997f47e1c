"""The check of GPU training; without a GPU it prints that nothing was checked."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hallmark_rl.train import gpu_check
from hallmark_rl.train.gpu_check import main, reason_to_skip

_REASON = reason_to_skip()


@pytest.mark.skipif(_REASON is not None, reason=str(_REASON))
def test_training_on_a_gpu(tmp_path: Path) -> None:
    main(out=tmp_path, env="envs/wordle", steps=4, variant="")
    assert (tmp_path / "gpu.json").is_file()


@pytest.mark.skipif(_REASON is None, reason="there is a GPU")
def test_without_a_gpu_nothing_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(out=tmp_path, env="envs/wordle", steps=4, variant="")
    assert "no CUDA device" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ({"plain": "holds", "unsloth": "holds"}, 0),
        ({"plain": "holds", "unsloth": "broken"}, 1),
        ({"plain": "holds", "unsloth": None}, 1),
    ],
)
def test_each_variant_is_reported_and_a_broken_or_missing_one_fails(
    verdicts: dict[str, str | None], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variants run in processes; stand-ins write here what such a process measured."""

    def run_variant(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        options = dict(zip(command[3::2], command[4::2], strict=True))
        name, verdict = options["--variant"], verdicts[options["--variant"]]
        if verdict is None:
            return subprocess.CompletedProcess(command, 9)
        finding = {"name": "versions", "verdict": verdict, "detail": "TRL 1.14"}
        row = {"variant": name, "step_s": 0.5, "contract": [finding]}
        (Path(options["--out"]) / f"{name}.json").write_text(json.dumps(row))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(gpu_check, "reason_to_skip", lambda: None)
    monkeypatch.setattr(gpu_check, "variants", lambda: list(verdicts))
    monkeypatch.setattr(gpu_check.subprocess, "run", run_variant)
    done = CliRunner().invoke(gpu_check.app, ["--out", str(tmp_path / "gpu")])
    assert done.exit_code == status, done.output
    rows = json.loads((tmp_path / "gpu" / "gpu.json").read_text())
    assert [row["variant"] for row in rows] == list(verdicts)
    assert "variant plain  step_s 0.5" in done.output
    assert ("exit status 9" in done.output) == (None in verdicts.values())
    assert ("broken       versions: TRL 1.14" in done.output) == ("broken" in verdicts.values())


@pytest.mark.parametrize(
    ("installed", "names"),
    [
        ((), ["plain"]),
        (("unsloth", "bitsandbytes"), ["plain", "unsloth", "plain-4bit", "unsloth-4bit"]),
        (("vllm",), ["plain", "plain-sleep"]),
        (("unsloth", "vllm"), ["plain", "unsloth", "plain-sleep", "unsloth-fast"]),
    ],
)
def test_the_variants_are_those_of_the_installed_packages(
    installed: tuple[str, ...], names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find: Any = lambda name: object() if name in installed else None  # noqa: E731
    monkeypatch.setattr(gpu_check.importlib.util, "find_spec", find)
    assert gpu_check.variants() == names

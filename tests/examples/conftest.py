"""Run a script of `examples/` in this process, as its user would in a process of its own."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
pytest.importorskip("openenv", reason="the examples need the `openenv` extra")
torch = pytest.importorskip("torch", reason="the examples need the `train` extra")
pytest.importorskip("trl", reason="the examples need the `train` extra")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Run = Callable[..., str]


@pytest.fixture
def run_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """`run_example("train_as_text.py", "--steps", "2")` returns the last line that it prints."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)
    torch.set_num_threads(1)

    def run(name: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return capsys.readouterr().out.strip().splitlines()[-1]

    return run

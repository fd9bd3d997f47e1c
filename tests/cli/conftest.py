"""New interpreters in which `hallmark_rl` is importable and the current folder is not special."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Call = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def python(tmp_path: Path) -> Call:
    """Run Python with some arguments in an empty folder; returns the ended process."""

    def call(*arguments: str, cwd: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(ROOT / ".editable")}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return call


@pytest.fixture
def hallmark(python: Call) -> Call:
    """Run `python -m hallmark_rl` with some arguments."""

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return python("-m", "hallmark_rl", *arguments)

    return call

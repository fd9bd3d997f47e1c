"""Messages name a command that works in the reader's shell."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hallmark_rl.command_text import command_text


def script(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("#!/bin/sh\n")
    (folder / name).chmod(0o755)
    return folder / name


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The scripts folder of this Python, and no other folder on PATH."""
    folder = tmp_path / "venv"
    monkeypatch.setattr(sys, "executable", str(script(folder, "python")))
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(folder))
    return folder


def test_the_console_script_of_this_python_is_named(own: Path) -> None:
    script(own, "hallmark")
    assert command_text("gate", Path("envs/my env")) == "hallmark gate 'envs/my env'"


def test_without_the_script_python_is_named(own: Path) -> None:
    assert command_text("gate", "my_env") == "python -m hallmark_rl gate my_env"
    (own / "python").rename(own / "python3")
    assert command_text() == "python3 -m hallmark_rl"


def test_an_environment_that_is_not_active_is_named_by_its_path(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(own, "hallmark")
    for name in ("hallmark", "python"):
        script(tmp_path / "other", name)
    monkeypatch.setenv("PATH", str(tmp_path / "other"))
    assert command_text("list") == f"{own}/python -m hallmark_rl list"


def test_a_link_to_the_script_is_named(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "hallmark").symlink_to(script(own, "hallmark"))
    monkeypatch.setenv("PATH", str(tmp_path / "links"))
    assert command_text("list") == "hallmark list"

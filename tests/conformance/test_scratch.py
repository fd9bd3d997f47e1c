"""The removal of folders that ending processes still write into."""

import tempfile
from pathlib import Path

import pytest

from hallmark_rl.conformance.processes import scratch


def test_a_file_that_appears_while_a_folder_is_removed_does_not_keep_the_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tempfile.TemporaryDirectory()
    tries: list[str] = []
    cleanup = tempfile.TemporaryDirectory.cleanup

    def fails_once(self: "tempfile.TemporaryDirectory[str]") -> None:
        tries.append(self.name)
        if len(tries) == 1:
            raise OSError("Directory not empty")
        cleanup(self)

    monkeypatch.setattr(tempfile.TemporaryDirectory, "cleanup", fails_once)
    scratch.remove_scratch(folder)
    assert len(tries) == 2
    assert not Path(folder.name).exists()


def test_a_folder_that_cannot_be_removed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tempfile.TemporaryDirectory()

    def fails(self: "tempfile.TemporaryDirectory[str]") -> None:
        raise OSError("Directory not empty")

    with monkeypatch.context() as patch:
        patch.setattr(tempfile.TemporaryDirectory, "cleanup", fails)
        patch.setattr(scratch, "_SECONDS", 0.1)
        scratch.remove_scratch(folder)
    assert Path(folder.name).exists()
    folder.cleanup()

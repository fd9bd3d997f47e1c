"""Failures as files, one for each property; the next check tries their episodes first."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.core.atomic_files import replace_text
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.supervisor import Target, absolute_spec


class StoredFailures:
    """The failures of a subject in a folder.

    Args:
        folder: the folder; it is made when the first failure is stored.
        target: the subject, and how it is proved.
    """

    def __init__(self, folder: Path, target: Target) -> None:
        self._folder = folder
        self._target = target

    def episodes(self, name: str) -> list[dict[str, Any]]:
        """The episode of the stored failure of a property; empty if there is none."""
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
            return [json.loads(self._path(name).read_text(encoding="utf-8"))["episode"]]
        return []

    def save(self, result: Result) -> Path:
        """Store the failure of a property; the path of its file. Raises `OSError`."""
        data = {
            "property": result.id,
            "subject": absolute_spec(self._target.spec),
            **self._target.how(),
            "profile": self._target.profile.name,
            "seed": self._target.seed,
            "required": catalogue()[result.id].rule,
            "observed": result.message,
            "episode": result.episode,
        }
        return self.store(result.id, data)

    def store(self, name: str, data: dict[str, Any]) -> Path:
        """Write the file of a property; its path. Raises `OSError`."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
        return path

    def forget(self, name: str) -> None:
        """Remove the file of a property. Raises `OSError`, also if there is none."""
        self._path(name).unlink()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

"""`hallmark-files.json`: what a staged folder was made from, and what was written into it.

A staged folder lacks files of the environment that its server does not need, such as `proof.py`.
The list holds the hashes of all files that were proved, so that the content hash of the stamp can
be computed again from the files that are there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hallmark_rl.sdk.file_hashes import environment_files, hash_of_file

STAGED_FILE_LIST = "hallmark-files.json"
_MISSING = "0" * 64


class StagedFiles(BaseModel):
    """The content of `hallmark-files.json`. Files are named by POSIX paths below the folder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: Literal[1] = 1
    environment: dict[str, str] = Field(
        description="The SHA-256 of every file of the environment, as it was stamped"
    )
    left_out: dict[str, str] = Field(description="Files that were not copied, and why")
    rewritten: list[str] = Field(
        description="Files of the environment that were changed on purpose"
    )
    written: dict[str, str] = Field(
        description="The SHA-256 of every file in the staged folder but this one"
    )

    def hashes_now(self, folder: Path) -> dict[str, str]:
        """The hashes of the environment's files, from the files that the staged folder has now.

        A file that was left out or rewritten counts as it was stamped. A file that was added since
        counts too, unless its name begins with a dot.

        Raises:
            OSError: a file cannot be read.
        """
        taken = {*self.left_out, *self.rewritten}
        hashes = {
            name: digest if name in taken else _hash_now(folder / name)
            for name, digest in self.environment.items()
        }
        for path in environment_files(folder):
            name = path.relative_to(folder).as_posix()
            known = name in self.written or name == STAGED_FILE_LIST
            if not known and not name.startswith("."):
                hashes[name] = hash_of_file(path)
        return hashes

    def changed(self, folder: Path) -> list[str]:
        """The staged files whose content is no longer what was written, sorted.

        Raises:
            OSError: a file cannot be read.
        """
        return sorted(
            name for name, digest in self.written.items() if _hash_now(folder / name) != digest
        )

    def save(self, folder: Path) -> None:
        """Write the list into the staged folder."""
        text = self.model_dump_json(indent=1) + "\n"
        (folder / STAGED_FILE_LIST).write_text(text, encoding="utf-8")


def read_staged_files(folder: Path) -> StagedFiles | None:
    """The list of a staged folder; None if the folder was not staged.

    Raises:
        ValueError: the list has the wrong content.
        OSError: it cannot be read.
    """
    path = folder / STAGED_FILE_LIST
    if not path.is_file():
        return None
    try:
        return StagedFiles.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        raise ValueError(f"{path} is not a list of staged files: {problem['msg']}") from error


def _hash_now(path: Path) -> str:
    return hash_of_file(path) if path.is_file() else _MISSING

"""Hashes of an environment's files: which files count, and one hash over all of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

STAMP_FILE = "hallmark.json"
"""The stamp at the top of the folder, which cannot be part of its own hash."""
_IGNORED = {
    "__pycache__",
    ".git",
    ".hallmark",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
}
_OUTPUTS = {"replays", "outputs"}
"""Top-level folders that runs write to; only the Python files in them are hashed."""


def file_hashes(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of an environment, as hexadecimal text, by its POSIX path.

    Symbolic links are followed; for a broken link its target's path counts as its content.

    Raises:
        OSError: a file cannot be read.
    """
    return {
        path.relative_to(folder).as_posix(): hash_of_file(path)
        for path in environment_files(folder)
    }


def hash_of_file(path: Path) -> str:
    """The SHA-256 of a file's content; of a broken link's target.

    Raises:
        OSError: the file cannot be read.
    """
    content = path.read_bytes() if path.exists() else os.readlink(path).encode()
    return hashlib.sha256(content).hexdigest()


def combined_hash(hashes: Mapping[str, str]) -> str:
    """SHA-256 over names and the SHA-256 of contents, sorted by name, as hexadecimal text."""
    total = hashlib.sha256()
    for name, digest in sorted(hashes.items()):
        total.update(len(name.encode()).to_bytes(4, "big") + name.encode())
        total.update(bytes.fromhex(digest))
    return total.hexdigest()


def environment_files(folder: Path, parents: frozenset[Path] = frozenset()) -> Iterator[Path]:
    """The files that are hashed; a link to one of its parent folders is not followed."""
    resolved = folder.resolve()
    if resolved in parents:
        return
    for path in folder.iterdir():
        if path.name in _IGNORED or path.name.endswith(".egg-info") or path.suffix == ".pyc":
            continue
        if path.is_dir():
            is_output = not parents and path.name in _OUTPUTS
            inner = environment_files(path, parents | {resolved})
            yield from (file for file in inner if not is_output or file.suffix == ".py")
        elif (path.is_file() or path.is_symlink()) and (parents or path.name != STAMP_FILE):
            yield path

"""`hallmark.json`: what was proved about an environment, bound to the hash of its files.

    problems = check_hallmark(Path("envs/wordle"))     # empty: proved, and unchanged since

Light on purpose: reading and checking imports neither OpenEnv nor the environment.
"""

from __future__ import annotations

import datetime
import hashlib
import importlib.metadata
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hallmark_rl.command_text import command_text

__all__ = ["FILE", "Hallmark", "check_hallmark", "content_hash", "read_hallmark"]

FILE = "hallmark.json"
_CACHES = {
    "__pycache__",
    ".git",
    ".hallmark",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
}
_WRITTEN = {"replays", "outputs"}
"""Folders at the top that runs write to; a Python file in them counts all the same."""
_BAD = ("broken", "error", "unproved")


class Waived(BaseModel):
    """A failure that was accepted for a while."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str
    expires: datetime.date


class Hallmark(BaseModel):
    """The stamp."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: int = 1
    name: str
    content_hash: str = Field(description="Of every file of the environment; see `content_hash`")
    made: str = Field(description="When it was proved, in UTC")
    profile: str
    seed: int
    seconds: float
    versions: dict[str, str]
    results: dict[str, str] = Field(description="The verdict on each property")
    waived: dict[str, Waived] = Field(
        default_factory=dict, description="Accepted failures, with reasons"
    )

    def save(self, folder: Path) -> Path:
        """Write it into the environment's folder."""
        path = folder / FILE
        path.write_text(self.model_dump_json(indent=1) + "\n", encoding="utf-8")
        return path


def content_hash(folder: Path) -> str:
    """SHA-256 over the names and contents of the environment's files, in order of name.

    Links are followed; one that leads nowhere counts as the text of its target.
    """
    total = hashlib.sha256()
    for name, path in sorted(
        (path.relative_to(folder).as_posix(), path) for path in _files(folder)
    ):
        content = path.read_bytes() if path.exists() else os.readlink(path).encode()
        total.update(len(name.encode()).to_bytes(4, "big") + name.encode())
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def read_hallmark(folder: Path) -> Hallmark | None:
    """The hallmark of an environment; None if there is none, `ValueError` if it is no hallmark."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return Hallmark.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        raise ValueError(f"{path} is not a hallmark: {problem['loc']}: {problem['msg']}") from error


def check_hallmark(folder: Path) -> list[str]:
    """What is wrong with the hallmark of an environment; empty if it is proved and unchanged."""
    remedy = f"run: {command_text('gate', folder)}"
    try:
        found = read_hallmark(folder)
    except ValueError as error:
        return [f"{error}; {remedy}"]
    if found is None:
        return [f"{folder} has no {FILE}: it was not proved; {remedy}"]
    problems = []
    try:
        content = content_hash(folder)
    except OSError as error:
        return [f"{folder} cannot be read: {error}"]
    if found.content_hash != content:
        problems.append(f"{folder} has changed since it was proved on {found.made}; {remedy}")
    proved_by, here = found.versions.get("hallmark-rl"), _version()
    if proved_by and here and proved_by != here:
        problems.append(f"{folder} was proved by hallmark-rl {proved_by}, this is {here}; {remedy}")
    bad = sorted(name for name, verdict in found.results.items() if verdict in _BAD)
    if bad:
        problems.append(f"{folder / FILE} records what does not hold: {', '.join(bad)}; {remedy}")
    if "pass" not in found.results.values():
        problems.append(f"{folder / FILE} records no property that holds; {remedy}")
    today = datetime.date.today()
    problems += [
        f"the waiver of {name} expired on {waived.expires} ({waived.reason}); {remedy}"
        for name, waived in found.waived.items()
        if waived.expires < today
    ]
    return problems


def _version() -> str | None:
    try:
        return importlib.metadata.version("hallmark-rl")
    except importlib.metadata.PackageNotFoundError:
        return None


def _files(folder: Path, above: frozenset[Path] = frozenset()) -> Iterator[Path]:
    """The files that count; a link that leads back to a folder above it is not followed."""
    here = folder.resolve()
    if here in above:
        return
    for path in folder.iterdir():
        if path.name in _CACHES or path.name.endswith(".egg-info") or path.suffix == ".pyc":
            continue
        if path.is_dir():
            written = not above and path.name in _WRITTEN
            inside = _files(path, above | {here})
            yield from (one for one in inside if not written or one.suffix == ".py")
        elif (path.is_file() or path.is_symlink()) and (above or path.name != FILE):
            yield path

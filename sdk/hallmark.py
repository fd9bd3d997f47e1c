"""`hallmark.json`: the results of proving an environment, together with the hash of its files.

    problems = check_hallmark(Path("envs/wordle"))     # empty: proved, and unchanged since

Reading and checking import neither OpenEnv nor the environment.
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
_FAILED = ("broken", "error", "unproved")


class Waived(BaseModel):
    """A failed property that is accepted until the day `expires`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str
    expires: datetime.date


class Hallmark(BaseModel):
    """The content of `hallmark.json`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: int = 1
    name: str
    content_hash: str = Field(
        description="Hash of every file of the environment; see `content_hash`"
    )
    made: str = Field(description="When it was proved, in UTC")
    profile: str
    seed: int
    seconds: float
    versions: dict[str, str]
    results: dict[str, str] = Field(description="The result of each property, by its id")
    variants: str = Field(
        default="", description="Levels, splits and modes that were proved, and how many tasks"
    )
    waived: dict[str, Waived] = Field(
        default_factory=dict, description="Accepted failures, by the id of the property"
    )

    def save(self, folder: Path) -> Path:
        """Write it as `hallmark.json` into the environment's folder; returns the path."""
        path = folder / FILE
        path.write_text(self.model_dump_json(indent=1) + "\n", encoding="utf-8")
        return path


def content_hash(folder: Path) -> str:
    """SHA-256 over the names and contents of the environment's files, sorted by name.

    Symbolic links are followed; for a broken link its target's path counts as its content.

    Raises:
        OSError: a file cannot be read.
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
    """Read the hallmark of an environment; None if it has none.

    Raises:
        ValueError: `hallmark.json` has the wrong content.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return Hallmark.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        raise ValueError(f"{path} is not a hallmark: {problem['loc']}: {problem['msg']}") from error


def check_hallmark(folder: Path) -> list[str]:
    """Check the hallmark of an environment.

    Returns:
        The problems, as sentences that end with what to do; empty if the environment is proved, has
        not changed since, and no waiver has expired.
    """
    remedy = f"run: {command_text('gate', folder)}"
    try:
        hallmark = read_hallmark(folder)
    except (OSError, ValueError) as error:
        return [f"{error}; {remedy}"]
    if hallmark is None:
        return [f"{folder} has no {FILE}: it was not proved; {remedy}"]
    problems = []
    try:
        content = content_hash(folder)
    except OSError as error:
        return [f"{folder} cannot be read: {error}"]
    if hallmark.content_hash != content:
        problems.append(f"{folder} has changed since it was proved on {hallmark.made}; {remedy}")
    proved_by, installed = hallmark.versions.get("hallmark-rl"), _version()
    if proved_by and installed and proved_by != installed:
        problems.append(
            f"{folder} was proved by hallmark-rl {proved_by}, this is {installed}; {remedy}"
        )
    failed = sorted(name for name, result in hallmark.results.items() if result in _FAILED)
    if failed:
        problems.append(
            f"{folder / FILE} records what does not hold: {', '.join(failed)}; {remedy}"
        )
    if "pass" not in hallmark.results.values():
        problems.append(f"{folder / FILE} records no property that holds; {remedy}")
    today = datetime.date.today()
    problems += [
        f"the waiver of {name} expired on {waived.expires} ({waived.reason}); {remedy}"
        for name, waived in hallmark.waived.items()
        if waived.expires < today
    ]
    return problems


def _version() -> str | None:
    try:
        return importlib.metadata.version("hallmark-rl")
    except importlib.metadata.PackageNotFoundError:
        return None


def _files(folder: Path, parents: frozenset[Path] = frozenset()) -> Iterator[Path]:
    """The files that are hashed; a link to one of its parent folders is not followed."""
    resolved = folder.resolve()
    if resolved in parents:
        return
    for path in folder.iterdir():
        if path.name in _IGNORED or path.name.endswith(".egg-info") or path.suffix == ".pyc":
            continue
        if path.is_dir():
            is_output = not parents and path.name in _OUTPUTS
            inner = _files(path, parents | {resolved})
            yield from (file for file in inner if not is_output or file.suffix == ".py")
        elif (path.is_file() or path.is_symlink()) and (parents or path.name != FILE):
            yield path

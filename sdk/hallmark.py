"""`hallmark.json`: what was proved about an environment, bound to the hash of its files.

    problems = check_hallmark(Path("envs/wordle"))     # empty: proved, and unchanged since

Light on purpose: reading and checking imports neither OpenEnv nor the environment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

__all__ = ["FILE", "Hallmark", "check_hallmark", "content_hash", "read_hallmark"]

FILE = "hallmark.json"
_LEFT_OUT = {
    "__pycache__",
    ".git",
    ".hallmark",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    "replays",
    "outputs",
}
_BAD = ("broken", "error", "unproved")


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
    waived: dict[str, str] = Field(
        default_factory=dict, description="Accepted failures, with reasons"
    )

    def save(self, folder: Path) -> Path:
        """Write it into the environment's folder."""
        path = folder / FILE
        path.write_text(self.model_dump_json(indent=1) + "\n", encoding="utf-8")
        return path


def content_hash(folder: Path) -> str:
    """SHA-256 over the names and contents of the environment's files, in order of name."""
    total = hashlib.sha256()
    for path in _files(folder):
        name = path.relative_to(folder).as_posix().encode()
        body = hashlib.sha256(path.read_bytes()).digest()
        total.update(len(name).to_bytes(4, "big") + name + body)
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
    remedy = f"run: python -m conformance.gate {folder}"
    try:
        found = read_hallmark(folder)
    except ValueError as error:
        return [f"{error}; {remedy}"]
    if found is None:
        return [f"{folder} has no {FILE}: it was not proved; {remedy}"]
    problems = []
    if found.content_hash != content_hash(folder):
        problems.append(f"{folder} has changed since it was proved on {found.made}; {remedy}")
    bad = sorted(name for name, verdict in found.results.items() if verdict in _BAD)
    if bad:
        problems.append(f"{folder / FILE} records what does not hold: {', '.join(bad)}; {remedy}")
    if "pass" not in found.results.values():
        problems.append(f"{folder / FILE} records no property that holds; {remedy}")
    return problems


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        parts = path.relative_to(folder).parts
        hidden = _LEFT_OUT & set(parts) or any(part.endswith(".egg-info") for part in parts)
        if path.is_file() and path.name != FILE and path.suffix != ".pyc" and not hidden:
            yield path

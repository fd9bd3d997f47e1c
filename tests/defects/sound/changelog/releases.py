"""Releases: made from their number; and the rules of a changelog."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

PROJECTS = {
    "train": ("larkspur", "tinder", "copperfield", "mosaic", "quill", "harbour"),
    "test": ("juniper", "saltmarsh"),
}
SIZES = {1: 5, 2: 9, 3: 14}
COUNTS = {"train": 400, "test": 100}
SECTIONS = {"feat": "added", "fix": "fixed", "feat!": "breaking", "fix!": "breaking"}
SILENT = ("chore", "docs", "refactor", "test")
_VERBS = ("add", "support", "keep", "show", "remember", "validate", "speed up", "allow")
_OBJECTS = (
    "dark mode", "the cursor position", "nested folders", "time zones", "large uploads",
    "keyboard shortcuts", "empty search results", "retry limits", "the session token",
    "CSV exports", "right-to-left text", "offline drafts",
)  # fmt: skip
_PLACES = ("in the editor", "on mobile", "in the API", "for guests", "during sync", "in reports")

Entry = tuple[str, str]  # section, text


class Releases(Sequence[tuple[str, tuple[str, ...]]]):
    """The releases of a split and level, each made when it is asked for."""

    def __init__(self, split: str, level: int) -> None:
        self.split, self.level = split, level

    def __len__(self) -> int:
        return COUNTS[self.split]

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        rng = Random(f"{self.split} {self.level} {index}")
        return rng.choice(PROJECTS[self.split]), _commits(rng, SIZES[self.level])


def _commits(rng: Random, count: int) -> tuple[str, ...]:
    """Commits with different texts; at least one is mentioned; the larger releases have reverts."""
    number = rng.randint(100, 900)
    texts = rng.sample([f"{v} {o} {p}" for v in _VERBS for o in _OBJECTS for p in _PLACES], count)
    commits: list[str] = []
    reverted: set[str] = set()
    for text in texts:
        number += rng.randint(1, 4)
        candidates = [c for c in commits[1:] if not c.startswith("Revert") and c not in reverted]
        if candidates and len(commits) > 3 and rng.random() < 0.2:
            taken_back = rng.choice(candidates)
            reverted.add(taken_back)
            commits.append(f'Revert "{taken_back}" (#{number})')
            continue
        kinds = list(SECTIONS) if not commits else [*SECTIONS, "feat", "fix", *SILENT]
        commits.append(f"{rng.choice(kinds)}: {text} (#{number})")
    return tuple(commits)


def expected_entries(commits: Sequence[str]) -> set[Entry]:
    """The entries of the right changelog."""
    reverted = {match[1] for c in commits if (match := re.fullmatch(r'Revert "(.*)" \(#\d+\)', c))}
    entries = set()
    for commit in commits:
        kind, _, text = commit.partition(": ")
        if kind in SECTIONS and commit not in reverted:
            entries.add((SECTIONS[kind], _plain(text)))
    return entries


def read_entries(markdown: str) -> list[Entry]:
    """The entries of a changelog, with their sections; repeated ones are repeated."""
    section, entries = "", []
    for line in markdown.splitlines():
        line = line.strip()
        if line.startswith("#"):
            section = _plain(line.lstrip("#"))
        elif line.startswith(("- ", "* ")):
            entries.append((section, _plain(line[2:])))
        elif line:
            entries.append((section, _plain(line)))  # prose does not belong: it counts as wrong
    return entries


def compare(entries: Sequence[Entry], expected: set[Entry]) -> tuple[int, int]:
    """How many entries are missing, and how many are wrong or repeated."""
    written = Counter(entries)
    missing = sum(entry not in written for entry in expected)
    wrong = sum(count - (entry in expected) for entry, count in written.items())
    return missing, wrong


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()

"""A file system in memory, and the commands."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from random import Random

FOLDERS = {"invoice": "/invoices", "letter": "/letters", "photo": "/photos"}
_WORDS = ("alpha", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "jade")


@dataclass
class Disk:
    """Files by path, folders, and for each document's content where it belongs."""

    files: dict[str, str] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    documents: dict[str, str] = field(default_factory=dict)

    def run(self, line: str) -> str:
        """Carry out a command and return its output; errors are outputs too."""
        name, *arguments = line.split() or [""]
        counts = {"ls": 1, "cat": 1, "mkdir": 1, "rm": 1, "mv": 2}
        if name not in counts:
            return f"{name}: command not found"
        if len(arguments) != counts[name]:
            return f"{name}: expected {counts[name]} argument(s)"
        paths = [posixpath.normpath(posixpath.join("/", path)) for path in arguments]
        return getattr(self, f"_{name}")(*paths)

    def listing(self, folder: str) -> list[str]:
        """The names of the files in a folder."""
        return sorted(
            posixpath.basename(path) for path in self.files if posixpath.dirname(path) == folder
        )

    def _ls(self, folder: str) -> str:
        if folder not in self.folders:
            return "ls: no such folder"
        return "\n".join(self.listing(folder))

    def _cat(self, path: str) -> str:
        return self.files.get(path, "cat: no such file")

    def _mkdir(self, folder: str) -> str:
        if folder in self.folders or folder in self.files:
            return "mkdir: it exists"
        if len(self.folders) >= 20 or posixpath.dirname(folder) not in self.folders | {"/"}:
            return "mkdir: not possible"
        self.folders.add(folder)
        return ""

    def _mv(self, source: str, target: str) -> str:
        if source not in self.files:
            return "mv: no such file"
        if target in self.folders:
            target = posixpath.join(target, posixpath.basename(source))
        if target in self.files:
            return "mv: the target exists"
        if posixpath.dirname(target) not in self.folders:
            return "mv: no such folder"
        self.files[target] = self.files.pop(source)
        return ""

    def _rm(self, path: str) -> str:
        if path not in self.files:
            return "rm: no such file"
        del self.files[path]
        return ""

    def tidiness(self) -> float:
        """The share of documents that are where they belong; scratch files left add to all."""
        if not self.files:
            return 0.0
        placed = sum(
            self.documents.get(content) == posixpath.dirname(path)
            for path, content in self.files.items()
        )
        scratch = sum(content not in self.documents for content in self.files.values())
        return placed / (len(self.documents) + scratch)


def draw(rng: Random, level: int) -> Disk:
    """An inbox with documents and scratch files in random order."""
    disk = Disk(folders={"/inbox"})
    kinds = [*FOLDERS, *rng.choices(list(FOLDERS), k=1 + 3 * level), "scratch", "scratch"]
    rng.shuffle(kinds)
    for number, kind in enumerate(kinds):
        word = rng.choice(_WORDS)
        code = f"{word}{number}{rng.randrange(100, 1000)}"
        content = f"reference {code}\n"
        if level == 2:
            content = f"kind: {kind}\n{content}"
            name = f"{code}.dat"
        else:
            name = f"{code}.tmp" if kind == "scratch" else f"{kind}-{code}.txt"
        disk.files[f"/inbox/{name}"] = content
        if kind in FOLDERS:
            disk.documents[content] = FOLDERS[kind]
    return disk

"""What `hallmark gate` proves and stamps."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from hallmark_rl.sdk.hallmark import FILE, hash_of_files, read_hallmark


@dataclass(frozen=True)
class StampSubject:
    """An environment or an answer scorer, as far as its stamp is concerned.

    Attributes:
        spec: how the suite is told of it: a folder, `scorer:module:function` or `gym:ID`.
        folder: where the stamp is written.
        name: the name in the stamp.
        content: computes the hash of what is stamped; raises `OSError` or `ValueError` if a file
            cannot be read.
        files: the files that it consists of, relative to the folder; None for an environment whose
            stamp covers its folder.
    """

    spec: str
    folder: Path
    name: str
    content: Callable[[], str]
    files: tuple[str, ...] | None = None


def stamp_of_files(spec: str, name: str, folder: Path, paths: Iterable[Path]) -> StampSubject:
    """What is to be stamped of a subject that consists of single files.

    Args:
        spec: the subject.
        name: its name.
        folder: where the stamp is written.
        paths: the files that it covers.

    Raises:
        ValueError: the folder has the stamp of something else.
        OSError: that stamp cannot be read.
    """
    former = read_hallmark(folder)
    if former is not None and former.subject != spec:
        owner = former.subject or "an environment"
        raise ValueError(f"{folder / FILE} is the stamp of {owner}: use another folder")
    names = sorted({os.path.relpath(path.resolve(), folder) for path in paths})
    return StampSubject(spec, folder, name, lambda: hash_of_files(folder, names), tuple(names))

"""What `hallmark gate` proves and stamps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class StampSubject:
    """An environment or an answer scorer, as far as its stamp is concerned.

    Attributes:
        spec: how the suite is told of it: a folder, or `scorer:module:function`.
        folder: where the stamp is written.
        name: the name in the stamp.
        content: computes the hash of what is stamped; raises `OSError` or `ValueError` if a file
            cannot be read.
        files: the files of a scorer, relative to the folder; None for an environment, whose stamp
            covers its folder.
    """

    spec: str
    folder: Path
    name: str
    content: Callable[[], str]
    files: tuple[str, ...] | None = None

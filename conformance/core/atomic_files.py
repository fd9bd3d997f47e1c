"""Writing files that other processes may read at the same time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def replace_text(path: Path, text: str) -> None:
    """Write a text file atomically: a concurrent reader sees the old text or the new one.

    A lone surrogate, which UTF-8 cannot hold, is written as its escape: environments send them.
    """
    with tempfile.NamedTemporaryFile(
        "w",
        encoding="utf-8",
        errors="backslashreplace",
        dir=path.parent,
        prefix=f".{path.name}-",
        delete=False,
    ) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)

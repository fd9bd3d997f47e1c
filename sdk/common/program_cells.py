"""Read the programs of a file, each of which begins with a line `# %% name`, the mark of a cell.

Such a file is data: its programs are for a sandbox, and may end or attack the process that runs
them. What stands before the first mark is none of them; there a file says what it holds, and
raises `ImportError`, so that it cannot be imported by mistake.
"""

from __future__ import annotations

import re
from pathlib import Path

_MARK = re.compile(r"^# %%(.*)\n", re.MULTILINE)


def read_cells(path: Path) -> list[tuple[str, str]]:
    """Name (which may be empty) and source of each program in a file, in order.

    Raises:
        ValueError: the file has no mark.
    """
    _, *parts = _MARK.split(path.read_text(encoding="utf-8"))
    if not parts:
        raise ValueError(f"{path} holds no program: write a line `# %% name` before each")
    names = [name.strip() for name in parts[::2]]
    return list(zip(names, parts[1::2], strict=True))

"""The programs of the files in `programs/`."""

from __future__ import annotations

from pathlib import Path

from hallmark_rl.sdk.common.program_cells import read_cells

PROGRAMS = Path(__file__).parent / "programs"


def cells(*files: str) -> list[tuple[str, str]]:
    """Name and source of each program in files of `programs/`, in order."""
    return [cell for file in files for cell in read_cells(PROGRAMS / file)]

"""What reports and replays of an environment are called."""

from __future__ import annotations

import re
from pathlib import Path


def subject_name(spec: str) -> str:
    """A short name of a subject, for files: the last part of a path or address."""
    if Path(spec).is_dir():
        spec = str(Path(spec).resolve())  # `.` and `..` are no names
    last = spec.rstrip("/").replace("\\", "/").rpartition("/")[2]
    return re.sub(r"[^\w.-]+", "-", last).strip("-") or "subject"

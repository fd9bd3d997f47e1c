"""Let a server be started from anywhere: as a module of the project, or inside its own folder."""

from __future__ import annotations

import sys
from pathlib import Path


def package_of(app_file: str, package: str | None) -> str:
    """The package that `server/app.py` belongs to, importable from now on.

    `uvicorn my_env.server.app:app` knows it; `uvicorn server.app:app`, started inside the folder,
    does not, and relative imports would fail.
    """
    outer = (package or "").rpartition(".")[0]
    if outer:
        return outer
    folder = Path(app_file).resolve().parents[1]
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    return folder.name

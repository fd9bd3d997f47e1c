"""Find the package of a `server/app.py`, so that the server can be started from any folder."""

from __future__ import annotations

import sys
from pathlib import Path


def package_of(app_file: str, package: str | None) -> str:
    """The name of the package that contains `server/app.py`; it is importable afterwards.

    `uvicorn my_env.server.app:app` imports the app as part of its package. The command `uvicorn
    server.app:app`, started inside the folder, does not, and relative imports beyond `server` would
    fail; then the parent of the folder is put on `sys.path`.

    Args:
        app_file: the `__file__` of the app's module.
        package: its `__package__`.
    """
    outer = (package or "").rpartition(".")[0]
    if outer:
        return outer
    folder = Path(app_file).resolve().parents[1]
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    return folder.name

"""Fill a working directory with links to a folder's files; new files stay out of that folder."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def link_contents(folder: Path, into: Path) -> Path:
    """Make a symbolic link in `into` for everything in `folder`; returns `into`.

    Names that exist there already are kept. Raises OSError if the folder cannot be read.
    """
    for path in folder.iterdir():
        with contextlib.suppress(FileExistsError):
            os.symlink(path.absolute(), into / path.name)
    return into

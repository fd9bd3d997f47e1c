"""The Landlock rules allow the standard library, but no file that a link of it points to."""

from __future__ import annotations

import os
from pathlib import Path

from hallmark_rl.sandbox.isolation import landlock


def test_links_out_of_the_library_are_not_readable(tmp_path: Path) -> None:
    library, elsewhere = tmp_path / "library", tmp_path / "elsewhere"
    for folder in (library, elsewhere, library / "json", library / "site-packages"):
        folder.mkdir()
    (library / "abc.py").touch()
    (elsewhere / "secret.py").touch()
    (library / "alias.py").symlink_to("abc.py")
    (library / "sitecustomize.py").symlink_to(elsewhere / "secret.py")
    (library / "folder").symlink_to(elsewhere)
    (library / "dangling.py").symlink_to("/nowhere/at/all.py")
    readable = {os.path.basename(path) for path in landlock._readable(str(library))}
    assert readable == {"abc.py", "alias.py", "json"}

"""Syntax trees are read once, and again when the file has changed."""

from __future__ import annotations

import os
from pathlib import Path

from hallmark_rl.conformance.actions.python_trees import docstrings, python_tree


def test_a_file_is_read_once_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text('"""A game."""\n\n\ndef play():\n    """Play."""\n')
    tree = python_tree(path)
    assert tree is not None
    assert python_tree(path) is tree
    assert docstrings(tree) == ("A game.", "Play.")
    path.write_text('"""A match."""\n')
    os.utime(path, ns=(1, 1))
    changed = python_tree(path)
    assert changed is not None
    assert docstrings(changed) == ("A match.",)


def test_what_is_no_python_has_no_tree(tmp_path: Path) -> None:
    assert python_tree(tmp_path / "missing.py") is None
    for number, text in enumerate([b"def (", b"\xff\xfe", b"x = 1\0", b"(" * 5000]):
        path = tmp_path / f"{number}.py"
        path.write_bytes(text)
        assert python_tree(path) is None

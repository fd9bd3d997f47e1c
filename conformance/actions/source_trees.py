"""The syntax trees of an environment's Python files. The files are read, never executed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from hallmark_rl.conformance.actions.python_trees import docstrings, python_tree
from hallmark_rl.conformance.actions.source_words import source_files
from hallmark_rl.sdk.subject.description import Subject

_ASIDE = {"tests", "test", "examples", "scripts", "docs", "training", "notebooks"}


def own_trees(subject: Subject, *, proof: bool = False) -> Iterator[tuple[Path, Path, ast.Module]]:
    """The environment's own files: (path, path below its folder, tree), without tests and scripts.

    The arguments are those of `source_trees`.
    """
    for path, tree in source_trees(subject, proof=proof):
        name = path.relative_to(subject.root) if subject.root is not None else Path(path.name)
        if not _ASIDE & set(name.parts[:-1]) and not name.name.startswith("test_"):
            yield path, name, tree


def source_trees(subject: Subject, *, proof: bool = False) -> Iterator[tuple[Path, ast.Module]]:
    """The subject's Python files with their trees; files that cannot be read are left out.

    Args:
        subject: the environment.
        proof: whether the author's proof.py is one of them.
    """
    paths = [path for path in source_files(subject) if path.suffix == ".py"]
    if proof and subject.root is not None:
        paths += [path for path in [subject.root / "proof.py"] if path.is_file()]
    for path in paths:
        tree = python_tree(path)
        if tree is not None:
            yield path, tree


def read_ahead(subject: Subject) -> None:
    """Read the files and their docstrings now: the forks of this process need not."""
    for _, tree in source_trees(subject, proof=True):
        docstrings(tree)

"""The numbers that an environment's Python files hold. The files are read, never executed."""

from __future__ import annotations

import ast
import warnings

from hallmark_rl.conformance.actions.source_words import source_files
from hallmark_rl.sdk.subject.description import Subject


def source_numbers(subject: Subject) -> set[float]:
    """Every number that is written in the subject's Python files; tests and proof.py left out."""
    found: set[float] = set()
    for path in source_files(subject):
        if path.suffix != ".py":
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(path.read_text(encoding="utf-8"))
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue
        found |= {
            float(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, int | float)
            and not isinstance(node.value, bool)
        }
    return found

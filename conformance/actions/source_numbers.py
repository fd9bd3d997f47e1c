"""The numbers that an environment's Python files hold. The files are read, never executed."""

from __future__ import annotations

import ast

from hallmark_rl.conformance.actions.source_trees import source_trees
from hallmark_rl.sdk.subject.description import Subject


def source_numbers(subject: Subject) -> set[float]:
    """Every number that is written in the subject's Python files; proof.py left out."""
    return {
        float(node.value)
        for _, tree in source_trees(subject)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    }

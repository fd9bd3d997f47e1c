"""Mutants have one change each, are distinct, and parse."""

from __future__ import annotations

import ast

import pytest

from hallmark_rl.sdk.coding.mutate import mutants

SOURCE = '''
def f(items: list[int], k: int = 0) -> int:
    """Docstrings are not changed."""
    total = 0
    for item in items:
        if item > k and not item == 3:
            total += item * 2
        else:
            continue
    return max(total, -1)
'''


def test_each_mutant_is_a_different_program() -> None:
    every_mutant = mutants(SOURCE)
    texts = {mutant.source for mutant in every_mutant}
    assert len(texts) == len(every_mutant)
    assert ast.unparse(ast.parse(SOURCE)) + "\n" not in texts
    for mutant in every_mutant:
        ast.parse(mutant.source)
        assert "Docstrings are not changed." in mutant.source
        assert mutant.line in " ".join(mutant.source.split("\n")) or " " in mutant.line


@pytest.mark.parametrize(
    "line",
    [
        "if item >= k and (not item == 3):",
        "if item < k and (not item == 3):",
        "if item > k or not item == 3:",
        "if item > k and (not not item == 3):",
        "if item > k and (not item != 3):",
        "if True:",
        "total -= item * 2",
        "total += item + 2",
        "total += item * 3",
        "pass",
        "break",
        "return min(total, -1)",
        "return max(total, +1)",
        "total = 1",
    ],
)
def test_every_kind_of_change_is_made(line: str) -> None:
    assert line in {mutant.line for mutant in mutants(SOURCE)}


def test_annotations_are_not_changed() -> None:
    assert mutants("def f(x: 'int | None') -> 'int | None':\n    y: 'int | str' = x\n") == []


def test_messages_of_exceptions_are_not_changed() -> None:
    source = "def f(n):\n    raise ValueError('too small')\n"
    assert mutants(source) == []
    assert mutants(source.replace("'too small'", "n + 1"))

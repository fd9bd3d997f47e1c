"""Which lines run, and which blocks count as missed."""

from __future__ import annotations

import ast
import importlib.util
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.executed_lines import LineTracer, find_blocks

SOURCE = '''
"""Text."""


def judge(n: int) -> str:
    """Text."""
    kind: str
    if n > 10:
        kind = "large"
    elif n < 0:
        raise ValueError(n)
    else:
        kind = "small"
    for _ in range(n):
        if n == 3:
            kind = "three"
            continue
        if n > 99:
            break
    try:
        1 / n
    except ZeroDivisionError:
        kind = "nothing"
    match n:
        case 5:
            kind = "five"
        case _:
            pass
    if n < 50:
        return kind
    kind = "huge"
    if n == 77:
        return None
    return kind.upper()


def __getattr__(name: str) -> int:
    if name == "slice":
        name = "a protocol"
    return len(name)


def never(n: int) -> int:
    if n:
        n = 2
    return n
'''


def _missed(tmp_path: Path, play: Callable[[Any], object]) -> list[str]:
    path = tmp_path / "judged.py"
    path.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("judged", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with LineTracer([path]) as tracer:
        play(module)
        assert module.other == len("other")  # from __getattr__
    found = find_blocks(ast.parse(SOURCE), tracer.lines[path])
    assert found.reached > 0
    return [ast.unparse(block.first).splitlines()[0] for block in found.missed]


@pytest.mark.parametrize(
    ("numbers", "missed"),
    [
        ([1], ["kind = 'large'", "kind = 'three'", "kind = 'five'", "kind = 'huge'"]),
        ([3, 5], ["kind = 'large'", "kind = 'huge'"]),
        ([3, 5, 11], ["kind = 'huge'"]),
        ([0], ["kind = 'large'", "if n == 3:", "kind = 'five'", "kind = 'huge'"]),
        ([77, 3, 5], ["return kind.upper()"]),
        ([60, 3, 5], []),
    ],
)
def test_blocks_that_no_call_reaches_are_missed(
    numbers: list[int], missed: list[str], tmp_path: Path
) -> None:
    """Neither error handlers and what raises, nor functions that are not called, are missed."""
    assert _missed(tmp_path, lambda module: list(map(module.judge, numbers))) == missed


def test_threads_are_seen_and_the_former_tracer_is_set_again(tmp_path: Path) -> None:
    seen: list[str] = []

    def former(frame: Any, event: str, argument: Any) -> None:
        seen.append(frame.f_code.co_name)

    def play(module: Any) -> None:
        thread = threading.Thread(target=module.judge, args=(5,))
        thread.start()
        thread.join()

    before = sys.gettrace()
    sys.settrace(former)
    try:
        missed = _missed(tmp_path, play)
        assert sys.gettrace() is former
    finally:
        sys.settrace(before)
    assert missed == ["kind = 'large'", "kind = 'three'", "kind = 'huge'"]


def test_how_often_a_block_could_have_run(tmp_path: Path) -> None:
    path = tmp_path / "judged.py"
    tree = ast.parse(SOURCE)
    lines = {8: 40, 10: 40, 13: 40, 14: 1, 20: 40, 24: 40, 29: 40}
    with LineTracer([path]) as tracer:
        pass
    assert not tracer.lines[path]
    tried = {ast.unparse(block.first): block.tried for block in find_blocks(tree, lines).missed}
    assert tried["kind = 'large'"] == 40
    assert tried["if n == 3:\n    kind = 'three'\n    continue"] == 1


def test_the_body_of_a_while_counts_as_never_tried() -> None:
    tree = ast.parse("def draw(n):\n    while n > 9:\n        n = n // 2\n    return n\n")
    found = find_blocks(tree, {2: 900, 4: 900})
    assert [(ast.unparse(block.first), block.tried) for block in found.missed] == [
        ("n = n // 2", 0)
    ]

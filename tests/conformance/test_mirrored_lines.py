"""A table of lines or directions that its mirror image does not equal is reported."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics import mirrored_lines as module
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject

Prove = Callable[[str], None]
TOLD = "Three in a row, in a column or in a diagonal win."
_NUMBERS = itertools.count()


@pytest.fixture
def prove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prove]:
    """Imports a module of an environment, and runs the check on its folder."""
    monkeypatch.setattr(module, "task_sentences", lambda _: [TOLD])
    name = f"board_{next(_NUMBERS)}"

    def run(code: str) -> None:
        path = tmp_path / "board.py"
        path.write_text(code)
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
        subject = Subject("x", "x", root=tmp_path)
        module.mirrored_lines(CheckContext(subject, Survey(schema={}), PROFILES["default"]))

    yield run
    sys.modules.pop(name, None)


ALL = "[(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]"
LINES = """
def line(row, column, down, right, size):
    return tuple((row + k * down) * size + column + k * right for k in range(3))

def lines(size):
    near, all = range(size - 2), range(size)
    found = [line(r, c, 0, 1, size) for r in all for c in near]
    found += [line(r, c, 1, 0, size) for r in near for c in all]
    found += [line(r, c, 1, 1, size) for r in near for c in near]
    return found + [line(r, c, 1, -1, size) for r in near for c in range(FIRST, size)]
"""


@pytest.mark.parametrize(
    "code",
    [
        f"WINS = {ALL}",
        f"WIN_LINES = [[divmod(cell, 3) for cell in line] for line in {ALL}]",
        LINES.replace("FIRST", "2"),
        "DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))",
        "STEPS = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if abs(a * b) == 2]",
    ],
)
def test_whole_tables_are_sound(code: str, prove: Prove) -> None:
    prove(code)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (f"WINS = {ALL[:-1]}".replace(", (2, 4, 6)", "") + "]", r"board.py: WINS has the line"),
        (LINES.replace("FIRST", "3"), r"board.py: lines\(3\) has the line"),
        ("DIRECTIONS = ((0, 1), (1, 0), (1, 1))", r"no direction \(1, -1\)"),
        (
            "DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b][:-1]",
            r"no direction \(1, 1\)",
        ),
    ],
)
def test_what_its_mirror_image_lacks_is_reported(code: str, message: str, prove: Prove) -> None:
    with pytest.raises(PropertyViolated, match=message):
        prove(code)


@pytest.mark.parametrize(
    "code",
    [
        "STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)][:3]",  # no diagonal
        "LINES = ['a b c', 'd e f', 'g h i', 'j k l']",
        "LINES = [(0, 1, 2), (4, 5, 6)]",
        "def lines(size):\n    raise ValueError(size)",
        "def lines(text):\n    return [(0, 1, 2), (0, 3, 6), (0, 4, 8), (1, 4, 7)]",
        "def lines(size):\n    raise SystemExit",
        "def lines(size):\n    while True:\n        pass",
        "def run(size):\n    return [(0, 1, 2), (0, 3, 6), (0, 4, 8), (1, 4, 7)]",
        "POINTS = [(0, 1), (1, 0), (1, 1)]",
    ],
)
def test_other_tables_are_none(code: str, prove: Prove) -> None:
    with pytest.raises(NotApplicable, match="no table"):
        prove(code)


def test_without_a_text_about_diagonals_nothing_is_looked_up(
    prove: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "task_sentences", lambda _: ["Three in a row win."])
    with pytest.raises(NotApplicable, match="no text"):
        prove("DIRECTIONS = ((0, 1), (1, 0), (1, 1))")

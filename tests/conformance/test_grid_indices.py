"""Negative rows and columns that the code of an environment computes."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.index_watch import IndexWatch
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.grid_indices import grid_indices
from hallmark_rl.conformance.survey.collect import collect_survey
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.load import load_subject

SOURCE = """
import functools
from typing import Annotated

GRID = ["abc", "def"]

def cell(y: int, x: int) -> Annotated[str, 1]:
    return GRID[y][x]

def guarded(y: int, x: int) -> str:
    return GRID[y][x] if y >= 0 and x >= 0 else "?"

def last(y: int) -> str:
    return GRID[-1][y] + GRID[y][-1] + GRID[y][1:][0]

def of_one_list(y: int) -> str:
    return GRID[y]

def of_a_dict(y: int, x: int) -> str:
    return {-1: {-2: "far"}}[y][x]

def written(y: int, x: int) -> list[list[int]]:
    rows = [[1, 2], [3, 4]]
    rows[y][x] = 5
    return rows

class Map:
    def __init__(self) -> None:
        self.rows = [[1, 2, 3], [4, 5, 6]]

    @functools.lru_cache
    def around(self, y: int, x: int) -> tuple[int, ...]:
        return tuple(self.rows[y + d][x + d] for d in (0, 1))

    @property
    def inner(self) -> int:
        def deep(y: int, x: int) -> int:
            return self.rows[y][x]
        return deep(-1, -1)
"""


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    path = tmp_path / "grids_of_a_test.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    yield made
    sys.modules.pop(path.stem, None)


def watch_of(module: ModuleType) -> IndexWatch:
    path = Path(str(module.__file__))
    return IndexWatch({path: ast.parse(path.read_text())})


@pytest.mark.parametrize(
    ("call", "counted"),
    [
        (lambda m: m.cell(1, 2), set()),
        (lambda m: m.cell(-1, 2), {"GRID[y][x]"}),
        (lambda m: m.cell(0, -3), {"GRID[y][x]"}),
        (lambda m: m.guarded(-1, -1), set()),
        (lambda m: m.last(1), set()),
        (lambda m: m.of_one_list(-1), set()),
        (lambda m: m.of_a_dict(-1, -2), set()),
        (lambda m: m.written(-1, 0), {"rows[y][x]"}),
        (lambda m: m.Map().around(0, 0), set()),
        (lambda m: m.Map().around(-1, 0), {"self.rows[y + d][x + d]"}),
        (lambda m: m.Map().inner, {"self.rows[y][x]"}),
    ],
)
def test_negative_indices_of_grids_are_counted(
    module: ModuleType, call: Any, counted: set[str]
) -> None:
    plain = call(module)
    watch = watch_of(module)
    with watch:
        assert call(module) == plain
    assert {text for _, _, text in watch.negative} == counted
    count = watch.negative.total()
    assert call(module) == plain
    assert watch.negative.total() == count


def test_places_are_named_by_line(module: ModuleType) -> None:
    watch = watch_of(module)
    line = SOURCE.splitlines().index("    return GRID[y][x]") + 1
    assert (Path(str(module.__file__)), line, "GRID[y][x]") in watch.places


def test_an_exception_ends_the_watch(module: ModuleType) -> None:
    code = module.cell.__code__
    with pytest.raises(IndexError), watch_of(module):
        module.cell(7, 0)
    assert module.cell.__code__ is code


def test_cells_of_an_array_are_read_with_one_index() -> None:
    pytest.importorskip("numpy")
    import numpy as np

    name = "hallmark_array_of_a_test.py"
    scope: dict[str, Any] = {"cells": np.arange(6).reshape(2, 3)}
    tree = ast.parse("def read(y, x):\n    return cells[y, x]\n")
    exec(compile(tree, name, "exec"), scope)
    watch = IndexWatch({Path(name): tree})
    with watch:
        assert scope["read"](1, 1) == 4
        assert not watch.negative
        assert scope["read"](np.int64(-1), 0) == 3
    assert watch.negative.total() == 1


CAVERN = Path(__file__).parents[1] / "defects" / "sound" / "cavern"
INSIDE, OPEN = "if 0 <= y < HEIGHT and 0 <= x < WIDTH else", "if y < HEIGHT and x < WIDTH else"


def cavern(folder: Path, **changes: tuple[str, str]) -> CheckContext:
    """The context of the cavern with texts replaced in its file."""
    shutil.copytree(CAVERN, folder / "cavern")
    file = folder / "cavern" / "env.py"
    source = file.read_text()
    for old, new in changes.values():
        assert old in source
        source = source.replace(old, new)
    file.write_text(source)
    subject = load_subject(str(folder / "cavern"))
    return CheckContext(subject, collect_survey(subject, PROFILES["quick"]), PROFILES["default"])


def test_a_map_with_edges_passes(tmp_path: Path) -> None:
    grid_indices(cavern(tmp_path))


def test_a_map_that_shows_its_other_end_is_reported(tmp_path: Path) -> None:
    context = cavern(tmp_path, edge=(INSIDE, OPEN))
    with pytest.raises(PropertyViolated, match=r"_rows\[y\]\[x\]` in env.py:\d+ is") as found:
        grid_indices(context)
    assert found.value.episode is not None


def test_a_world_without_edges_is_meant(tmp_path: Path) -> None:
    wraps = ("Walk through a cavern", "The map wraps around. Walk through a cavern")
    with pytest.raises(NotApplicable, match="no edges"):
        grid_indices(cavern(tmp_path, edge=(INSIDE, OPEN), text=wraps))


def test_without_grids_nothing_is_played() -> None:
    subject = load_subject(str(CAVERN.parent / "on_call"))
    context = CheckContext(subject, Survey(), PROFILES["default"])
    with pytest.raises(NotApplicable, match="no code reads a grid"):
        grid_indices(context)


NEVER = "def never(y: int, x: int) -> str:\n    return SERVICES[y][x]\n\n\n"
BY_KEYS = "def key(name: str) -> int:\n    return {'a': {'a': 1}}[name][name]\n\n\n"


@pytest.mark.parametrize(
    ("function", "call", "error", "words"),
    [
        (NEVER, "", EvidenceMissing, "no play read a grid by numbers, as in `SERVICES"),
        (BY_KEYS, "key('a')", NotApplicable, "by keys"),
    ],
)
def test_a_grid_that_no_play_reads_is_no_pass(
    function: str, call: str, error: type[Exception], words: str, tmp_path: Path
) -> None:
    shutil.copytree(CAVERN.parent / "on_call", tmp_path / "on_call")
    file = tmp_path / "on_call" / "env.py"
    source = file.read_text().replace("class CallAction", f"{function}class CallAction")
    begins = "rng = random.Random(seed)"
    file.write_text(source.replace(begins, f"{begins}; {call}" if call else begins))
    subject = load_subject(str(tmp_path / "on_call"))
    survey = collect_survey(subject, PROFILES["quick"])
    with pytest.raises(error, match=words):
        grid_indices(CheckContext(subject, survey, PROFILES["default"]))

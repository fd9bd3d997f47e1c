"""No level has the row of another one in the table of levels."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.equal_rows import equal_rows
from tests.conformance.small_environment import small_context

_SOURCE = '''
from tests.conformance.small_environment import Env, small_schema

{tables}


class Till(Env):
    """Add up the prices."""

    schema = small_schema(total={{"type": "integer"}})
    limit = 1
    declared = {{"levels": (1, 2, 3)}}

    def begin(self):
        level = self.options.get("level", 1)
        low, high = SIZES[level]
        self.prices = [self.rng.randrange(1, 90) for _ in range(self.rng.randint(low, high))]
        self.tip = TIPS[level]

    def show(self):
        return {{"prices": self.prices, "tip": self.tip}}

    def paid(self, action):
        return float(action["total"] == sum(self.prices) + self.tip)

    def oracle(self):
        return {{"total": sum(self.prices) + self.tip}}
'''
_SAME_TIPS = "TIPS = dict.fromkeys((1, 2, 3), 0)"


def _context(folder: Path, tables: str) -> CheckContext:
    path = folder / "till.py"
    path.write_text(_SOURCE.format(tables=tables))
    spec = importlib.util.spec_from_file_location("till_of_test", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    context = small_context(module.Till)
    subject = replace(context.subject, root=folder)
    return CheckContext(subject, context.survey, PROFILES["default"])


@pytest.mark.parametrize(
    ("sizes", "levels"),
    [
        ("{1: (2, 5), 2: (4, 9), 3: (4, 9)}", "level=2 and level=3"),
        ("{1: (2, 5), 2: (2, 5), 3: (6, 9)}", "level=1 and level=2"),
    ],
)
def test_a_row_that_was_copied_is_reported(tmp_path: Path, sizes: str, levels: str) -> None:
    with pytest.raises(PropertyViolated, match=f"same row for {levels}"):
        equal_rows(_context(tmp_path, f"SIZES = {sizes}\n{_SAME_TIPS}"))


@pytest.mark.parametrize(
    "tables",
    [
        f"SIZES = {{1: (2, 5), 2: (4, 9), 3: (8, 14)}}\n{_SAME_TIPS}",
        "SIZES = {1: (2, 5), 2: (4, 9), 3: (4, 9)}\nTIPS = {1: 0, 2: 0, 3: 5}",
        "SIZES = {1: (2, 5), 2: (4, 9), 3: (4, 9)}\nTIPS = dict(zip((1, 2, 3), (0, 0, 5)))",
    ],
)
def test_levels_that_differ_are_no_failure(tmp_path: Path, tables: str) -> None:
    equal_rows(_context(tmp_path, tables))


def test_without_a_table_nothing_is_claimed(tmp_path: Path) -> None:
    made = "SIZES = dict(zip((1, 2, 3), ((2, 5), (4, 9), (4, 9))))"
    with pytest.raises(NotApplicable, match="no table"):
        equal_rows(_context(tmp_path, f"{made}\n{_SAME_TIPS}"))

"""A function that is named like a check and never called is reported."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.unused_checks import unused_checks

ENV = """
from .rules import is_valid

class Grid:
    def step(self, action):
        return {call}
"""
RULES = "def is_valid(grid):\n    return all(grid)\n"


def _check(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    subject = SimpleNamespace(root=folder, env_class=None, action_type=None)
    context: Any = SimpleNamespace(subject=subject)
    unused_checks(context)


def test_a_check_that_is_called_is_sound(tmp_path: Path) -> None:
    _check(tmp_path, {"env.py": ENV.format(call="is_valid(action)"), "rules.py": RULES})


def test_a_check_that_is_only_imported_is_reported(tmp_path: Path) -> None:
    files = {"env.py": ENV.format(call="action == self.stored"), "rules.py": RULES}
    with pytest.raises(PropertyViolated, match=r"is_valid \(rules.py:1\) is never called"):
        _check(tmp_path, files)


def test_a_check_that_calls_only_itself_is_reported(tmp_path: Path) -> None:
    rules = "def is_valid(grid):\n    return not grid or is_valid(grid[1:])\n"
    files = {"env.py": ENV.format(call="1"), "rules.py": rules}
    with pytest.raises(PropertyViolated, match="never called"):
        _check(tmp_path, files)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("def draw(grid):\n    return grid\n", id="another name"),
        pytest.param("@app.get('/valid')\ndef is_valid():\n    return 1\n", id="registered"),
    ],
)
def test_other_functions_are_left_out(tmp_path: Path, rules: str) -> None:
    with pytest.raises(NotApplicable, match="named like a check"):
        _check(tmp_path, {"env.py": "from . import rules\n", "rules.py": rules})


@pytest.mark.parametrize(
    "name", ["tests/helpers.py", "test_rules.py", "template.py"], ids=["folder", "file", "data"]
)
def test_files_that_are_not_the_environments_are_left_out(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotApplicable):
        _check(tmp_path, {"env.py": "class Grid:\n    pass\n", name: RULES})


def test_the_authors_proof_counts_as_use(tmp_path: Path) -> None:
    files = {"env.py": ENV.format(call="1"), "rules.py": RULES, "proof.py": "print(is_valid([]))"}
    _check(tmp_path, files)

"""Constants, fields, parameters and variables that nothing reads are reported."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.unused_values import unused_values

ENV = """
from dataclasses import dataclass

COST = 0.1

@dataclass
class Game:
    hints: int = 0

def score(game, right, tolerance):
    bonus = 0.5
    return {score}

class Desk:
    def begin(self):
        self.limit = 3
        return {begin}

    def step(self, action):
        return self._pay(action)

    def _pay(self, action):
        return {pay}
"""
SOUND = {
    "score": "right - COST * game.hints - tolerance + bonus",
    "begin": "score(Game(), 1, self.limit)",
    "pay": "action",
}


def _check(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    subject = SimpleNamespace(root=folder, env_class=None, action_type=None)
    context: Any = SimpleNamespace(subject=subject)
    unused_values(context)


def test_what_is_read_is_sound(tmp_path: Path) -> None:
    _check(tmp_path, env=ENV.format(**SOUND))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"score": "right - game.hints - tolerance + bonus"}, r"COST \(env.py:4\)"),
        ({"score": "right - COST - tolerance + bonus"}, "Game.hints"),
        ({"score": "right - COST * game.hints + bonus"}, r"parameter tolerance in score\(\)"),
        ({"score": "right - COST * game.hints - tolerance"}, r"variable bonus in score\(\)"),
        ({"begin": "score(Game(), 1, 2)"}, "self.limit"),
        ({"pay": "1"}, r"parameter action in _pay\(\)"),
    ],
)
def test_what_nothing_reads_is_reported(
    tmp_path: Path, changed: dict[str, str], named: str
) -> None:
    with pytest.raises(PropertyViolated, match=named):
        _check(tmp_path, env=ENV.format(**SOUND | changed))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("FOUND = 1\n", id="read by another file"),
        pytest.param("LISTED = 1\n__all__ = ['LISTED']\n", id="exported"),
        pytest.param("def look(env, unused):\n    return env\n\nCHECKS = [look]\n", id="callback"),
        pytest.param("class A(Base):\n    def _hook(self, given):\n        return 1\n", id="hook"),
        pytest.param("def stub(given):\n    raise NotImplementedError\n\nstub(1)\n", id="stub"),
        pytest.param(
            "from dataclasses import asdict, dataclass\n@dataclass\nclass Row:\n    day: int = 0\n"
            "def show(row):\n    return asdict(row)\nshow(Row())\n",
            id="read as a whole",
        ),
    ],
)
def test_what_may_be_read_elsewhere_is_left_out(tmp_path: Path, text: str) -> None:
    _check(tmp_path, env=text, other="import env\nprint(env.FOUND, env.CHECKS)\n")


def test_a_name_that_many_files_define_is_a_convention(tmp_path: Path) -> None:
    _check(tmp_path, **{f"task{number}": "ANSWER = 1\n" for number in range(3)})


def test_without_a_folder_nothing_is_read() -> None:
    context: Any = SimpleNamespace(subject=SimpleNamespace(root=None))
    with pytest.raises(NotApplicable, match="not a folder"):
        unused_values(context)

"""Errors in an environment's files that are seen without running them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.code_errors import code_errors
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.load import load_subject

SHIPPED = Path(__file__).parents[2] / "envs" / "wordle"


def check(folder: Path, code: str) -> None:
    """Check a folder with two files, one of which counts as imported."""
    (folder / "env.py").write_text(code, encoding="utf-8")
    (folder / "programs.py").write_text("def f():\n    return missing\n", encoding="utf-8")
    module = ModuleType("env_of_a_test")
    module.__file__ = str(folder / "env.py")
    subject = load_subject(str(SHIPPED))
    object.__setattr__(subject, "root", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module.__name__, module)
        code_errors(CheckContext(subject, Survey(), PROFILES["quick"]))


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("def f():\n    return missing\n", "F821"),
        ("class A:\n    def f(self): return 1\n\n    def f(self): return 2\n", "F811"),
        ("def f(a):\n    if not a:\n        ValueError('none')\n    return a\n", "PLW0133"),
        ("def f(a):\n    a.clear\n    return a\n", "B018"),
        ("def f(a):\n    a == 1\n    return a\n", "B015"),
        ("def f(a):\n    return 1 if a == 'up' or 'down' else 0\n", "SIM222"),
        ("def f(a, b):\n    if (a, b):\n        return 1\n    return 0\n", "F634"),
        ("def f(a):\n    return a is 'up'\n", "F632"),
        ("def f(a):\n    return a == a\n", "PLR0124"),
        ("def f(a):\n    return a == float('nan')\n", "PLW0177"),
        ("def f(a):\n    return 1 if a else 1\n", "RUF034"),
        ("PRICES = {'a': 1, 'b': 2, 'a': 3}\n", "F601"),
        ("def f(a):\n    return dict.fromkeys(a, [])\n", "RUF024"),
        ("def f(a):\n    return '%s of %s' % (a,)\n", "F507"),
        ("def f(a):\n    for x in a:\n        if x:\n            a.remove(x)\n", "B909"),
        ("def f(a):\n    return a.strip('letter')\n", "B005"),
        ("def f(a):\n    try:\n        return a()\n    finally:\n        return 0\n", "B012"),
    ],
)
def test_an_error_is_reported_with_its_rule(code: str, rule: str, tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=rf"^env\.py:\d+ \({rule}\): "):
        check(tmp_path, code)


@pytest.mark.parametrize(
    "code",
    [
        "import os\nimport os\n\ndef f(a: 'Missing') -> 'list[Missing]':\n    return os.sep + a\n",
        "def f(a):\n    return a != a\n",
        "def f(start):\n    queue = [start]\n    for x in queue:\n        queue.append(x)\n",
        "def f(a):\n    for x in a:\n        if x:\n            a.remove(x)\n            break\n",
        "def f(a):\n    return a == a  # noqa: PLR0124\n",
        "def f( a ):\n  unused=1;  return    a\n",
    ],
)
def test_what_can_be_meant_and_style_pass(code: str, tmp_path: Path) -> None:
    check(tmp_path, code)


def test_at_most_three_are_shown(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"and 2 more$"):
        check(tmp_path, "def f():\n    return a, b, c, d, e\n")


def test_without_files_nothing_is_checked(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    with pytest.raises(NotApplicable):
        check(tmp_path / "docs", "def f(:\n")


def test_without_ruff_it_is_no_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise subprocess.CalledProcessError(1, "ruff")

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(EvidenceMissing, match="ruff could not read"):
        check(tmp_path, "x = 1\n")

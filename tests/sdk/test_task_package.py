"""Where the package of a task set is, and what of it is copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.sdk.wrapping.task_package import TaskPackage
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_package_that_is_not_installed_is_copied_with_its_data(here: Path) -> None:
    for name in ("my_sums/__init__.py", "my_sums/data/rows.txt", "my_sums/__pycache__/a.pyc"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(name)
    package = TaskPackage("my-sums@1.0")
    assert package.place == here / "my_sums"
    written = package.copy(here / "env_of_sums")
    names = [str(path.relative_to(here / "env_of_sums")) for path in written]
    assert names == ["packages/my_sums/__init__.py", "packages/my_sums/data/rows.txt"]


def test_a_module_of_one_file_is_copied(here: Path) -> None:
    (here / "sums_alone.py").write_text("x = 1\n")
    (written,) = TaskPackage("owner/sums_alone").copy(here / "env")
    assert (written, written.read_text()) == (here / "env/packages/sums_alone.py", "x = 1\n")


def test_an_installed_package_is_a_requirement(here: Path) -> None:
    package = TaskPackage("jinja2")
    assert package.copy(here) == []
    assert package.requirements[0].lower().startswith("jinja2>=")


def test_a_missing_package_says_so() -> None:
    with pytest.raises(WrapProblem, match="there is no package no_such_sums"):
        TaskPackage("no_such_sums")

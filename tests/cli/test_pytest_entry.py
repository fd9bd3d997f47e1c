"""The pytest plugin in other projects: its options, what it collects, and other plugins' options.

Each run is a new process in a project of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from hallmark_rl.pytest_entry import names_suite
from hallmark_rl.sdk import new
from tests.cli.conftest import ROOT

SUITE = str(ROOT / "conformance")
QUICK = ["--hallmark-profile", "quick"]
OWN_TEST = """
import sys

def test_own_suite_is_{loaded}():
    assert ("hallmark_rl.conformance.pytest_plugin.plugin" in sys.modules) is {loaded}

def test_own_failing():
    assert False
"""
ENDS_PYTEST = "raise SystemExit(77)\n"
OTHER_PLUGIN = "def pytest_addoption(parser):\n    parser.addoption('--env', help='of another')\n"
ENV_IS_OURS = "def test_own_option(request):\n    assert request.config.option.env == 'staging'\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with an environment and tests of its own."""
    new.create("my_env", tmp_path)
    (tmp_path / "tests").mkdir()
    for loaded in (True, False):
        path = tmp_path / "tests" / f"test_{loaded}.py".lower()
        path.write_text(OWN_TEST.replace("{loaded}", str(loaded)))
    return tmp_path


def run(project: Path, *arguments: str, plugin: bool = True) -> tuple[int, str]:
    """Exit status and output of pytest in a project; `plugin`: as if the package is installed."""
    command = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-v"]
    command += ["-p", "hallmark_rl.pytest_entry"] if plugin else []
    done = subprocess.run(
        [*command, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / ".editable"), str(project)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "INTERNALERROR" not in done.stdout
    return done.returncode, done.stdout


def only_seed_zero(output: str) -> bool:
    """Whether pytest has collected that property and no more."""
    one = re.search(r"\b1/\d+ tests collected", output)
    return one is not None and "reset.seed_zero" in output


def test_the_suite_is_added_to_the_projects_own_tests(project: Path) -> None:
    chosen = ["-k", "own_suite_is_True or reset.seed_zero"]
    status, output = run(project, "tests", "--hallmark-env", "my_env", *QUICK, *chosen)
    assert status == 0, output
    assert re.search(r"hallmark/reset::reset.*seed_zero PASSED", output)
    assert "test_own_suite_is_True PASSED" in output
    assert "2 passed" in output
    assert "my_env satisfies the one property that applies" in output


def test_without_the_option_the_suite_is_not_loaded(project: Path) -> None:
    status, output = run(project, "tests", "-k", "own_suite_is_False")
    assert status == 0, output
    assert "1 passed" in output


def test_a_failure_of_the_project_is_not_hidden_by_missing_evidence(project: Path) -> None:
    (project / "my_env" / "proof.py").unlink()
    options = ["tests/test_true.py", "--hallmark-env", "my_env", *QUICK]
    status, output = run(project, *options, "-k", "oracle_max or own_suite_is_True")
    assert (status, "UNPROVED" in output) == (6, True), output
    status, output = run(project, *options, "-k", "oracle_max or own_failing")
    assert (status, "UNPROVED" in output) == (1, True), output


@pytest.mark.slow
def test_workers_of_xdist_collect_the_suite_too(project: Path) -> None:
    pytest.importorskip("xdist")
    chosen = ["-k", "own_suite_is_True or reset.seed_zero", "-n", "2"]
    status, output = run(project, "tests", "--hallmark-env", "my_env", *QUICK, *chosen)
    assert status == 0, output
    assert "2 passed" in output


def test_a_package_folder_or_chapter_of_the_suite_names_it(tmp_path: Path) -> None:
    package = "hallmark_rl.conformance"
    assert names_suite([package], True, tmp_path)
    assert not names_suite([package], False, tmp_path)
    for word in (SUITE, f"{SUITE}/catalogue/reset.toml", f"{SUITE}/catalogue/reset.toml::x"):
        assert names_suite(["tests", word], False, tmp_path)
    assert names_suite(["conformance"], False, ROOT)
    assert not names_suite(["conformance"], False, tmp_path)
    assert not names_suite(["tests"], False, ROOT)


@pytest.mark.parametrize(
    "options",
    [
        ["--pyargs", "hallmark_rl.conformance", "--env", "my_env", "--profile", "quick"],
        pytest.param(
            ["--pyargs", "hallmark_rl.conformance", "--hallmark-env", "my_env", *QUICK],
            marks=pytest.mark.slow,
        ),
        [SUITE, "--env", "my_env", "--hallmark-profile", "quick"],
        pytest.param(
            [f"{SUITE}/catalogue/reset.toml", "--env", "my_env", "--profile", "quick"],
            marks=pytest.mark.slow,
        ),
    ],
    ids=["package", "package, long names", "folder, both spellings", "chapter"],
)
def test_the_suite_alone_takes_both_spellings(options: list[str], project: Path) -> None:
    """And it does not load the environment's own conftest.py."""
    (project / "my_env" / "conftest.py").write_text(ENDS_PYTEST)
    status, output = run(project, *options, "-k", "reset.seed_zero", "--collect-only")
    assert status == 0, output
    assert only_seed_zero(output), output


def test_in_a_checkout_that_is_not_installed_the_folder_takes_both_spellings(
    project: Path,
) -> None:
    (project / "my_env" / "conftest.py").write_text(ENDS_PYTEST)
    options = [SUITE, "--env", "my_env", "--hallmark-profile", "quick", "-k", "reset.seed_zero"]
    status, output = run(project, *options, "--collect-only", plugin=False)
    assert status == 0, output
    assert only_seed_zero(output), output


def test_another_plugin_may_define_env(project: Path) -> None:
    """`--env` stays that plugin's; the suite is reached by its long name."""
    (project / "other_plugin.py").write_text(OTHER_PLUGIN)
    (project / "tests" / "test_option.py").write_text(ENV_IS_OURS)
    other = ["-p", "other_plugin", "--env", "staging"]
    status, output = run(project, *other, "tests", "-k", "own_option")
    assert status == 0, output
    chosen = ["-k", "own_option or reset.seed_zero", "--collect-only"]
    status, output = run(project, *other, "tests", "--hallmark-env", "my_env", *QUICK, *chosen)
    assert status == 0, output
    assert "reset.seed_zero" in output
    assert "own_option" in output


@pytest.mark.parametrize("installed", [True, False])
def test_where_another_plugin_has_env_the_suite_names_its_own(
    installed: bool, project: Path
) -> None:
    (project / "other_plugin.py").write_text(OTHER_PLUGIN)
    suite = ["-p", "other_plugin", SUITE, "-k", "reset.seed_zero", "--profile", "quick"]
    status, output = run(project, *suite, "--env", "my_env", plugin=installed)
    assert status == 4
    assert "name the environment: --hallmark-env FOLDER" in output
    assert "another plugin defines --env" in output
    named = ["--hallmark-env", "my_env", "--collect-only"]
    status, output = run(project, *suite, *named, plugin=installed)
    assert (status, only_seed_zero(output)) == (0, True), output


def test_a_projects_own_folder_called_conformance_is_not_the_suite(project: Path) -> None:
    (project / "conformance").mkdir()
    (project / "conformance" / "test_mine.py").write_text("def test_mine(): pass\n")
    status, output = run(project, "conformance")
    assert (status, "1 passed" in output) == (0, True), output
    status, output = run(project, "conformance", "--env", "my_env")
    assert (status, "unrecognized arguments: --env" in output) == (4, True), output


def test_the_help_shows_the_options_in_every_project(project: Path) -> None:
    _, output = run(project, "--help")
    assert "--hallmark-env=ENV" in output
    assert " --env" not in output


def test_an_empty_name_of_an_environment_is_refused(project: Path) -> None:
    status, output = run(project, "--hallmark-env=")
    assert (status, "names no environment" in output) == (4, True), output

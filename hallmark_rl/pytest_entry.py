"""The part of the pytest plugin that is loaded in every project where this package is installed.

    pytest --hallmark-env=my_env                            # the project's tests, and the suite
    pytest --pyargs hallmark_rl.conformance --env=my_env    # the suite alone

It adds the options and imports little. The suite is imported only if a run asks for it. Without the
`=`, pytest takes the value for a folder of tests when it looks for its configuration file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import hallmark_rl
from hallmark_rl.conformance.pytest_plugin.options import add_options
from hallmark_rl.extras import missing_extras

_SUITE = os.path.realpath(os.path.join(hallmark_rl.__path__[0], "conformance"))
_SUITE_PACKAGE = "hallmark_rl.conformance"
_PLUGIN = f"{_SUITE_PACKAGE}.pytest_plugin.plugin"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the long spellings, which no other plugin has."""
    add_options(parser, short=False)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any, parser: pytest.Parser) -> None:
    """Add the short spellings if the suite is what pytest is given, and read no conftest files.

    pytest does not know `--env` yet and takes its value for a folder of tests: it would import the
    environment's own conftest.py, with all that it imports, into the process of the suite.
    """
    namespace = early_config.known_args_namespace
    if names_suite(namespace.file_or_dir, namespace.pyargs, early_config.invocation_params.dir):
        add_options(parser, short=True)
        namespace.noconftest = True


def pytest_configure(config: pytest.Config) -> None:
    """Import the suite if an environment is given, or the suite is what pytest is given."""
    env = config.getoption("hallmark_env")
    if env == "":
        raise pytest.UsageError("--hallmark-env names no environment: give a folder after the =")
    if env is not None or is_given_suite(config):
        problem = missing_extras("the conformance suite", "openenv", "conformance")
        if problem:
            raise pytest.UsageError(problem)
        config.pluginmanager.import_plugin(_PLUGIN)


def is_given_suite(config: pytest.Config) -> bool:
    """Whether the suite is among the folders and packages that pytest is to collect."""
    return names_suite(config.args, config.getoption("pyargs"), config.invocation_params.dir)


def names_suite(words: Iterable[str], pyargs: bool, folder: Path) -> bool:
    """Whether one of `words`, which are paths in `folder` or packages, lies in the suite."""
    for word in words:
        name = str(word).partition("::")[0].partition("[")[0]
        path = os.path.realpath(folder / name)
        if f"{path}/".startswith(f"{_SUITE}/"):
            return True
        if pyargs and f"{name}.".startswith(f"{_SUITE_PACKAGE}."):
            return True
    return False

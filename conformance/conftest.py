"""Registers the plugin where the package is not installed: `pytest conformance/ --env ENV`."""

from typing import Any

from hallmark_rl import pytest_entry
from hallmark_rl.conformance.pytest_plugin.options import add_options


def pytest_addoption(parser: Any, pluginmanager: Any) -> None:
    """Register the plugin and its short options; stop pytest from reading further conftest files.

    The reason is in `pytest_entry.pytest_load_initial_conftests`, which does the same where the
    package is installed.
    """
    if pluginmanager._configured:
        return  # pytest collects a folder above this one, not the suite itself
    if not pluginmanager.is_registered(pytest_entry):
        pluginmanager.register(pytest_entry, pytest_entry.__name__)
    add_options(parser, short=True)
    pluginmanager._noconftest = True

"""Loads the plugin, so that `pytest conformance/ --env SUBJECT` works."""

from typing import Any


def pytest_addoption(pluginmanager: Any) -> None:
    """Register the plugin; and read no further conftest files.

    Until `--env` is known, pytest takes its value for a folder of tests, and would run the
    subject's own conftest.py, with all that it imports, in the process of the suite.
    """
    pluginmanager.import_plugin("hallmark_rl.conformance.pytest_plugin.plugin")
    pluginmanager._noconftest = True

"""Makes `pytest conformance/ --env SUBJECT` work; everything is in `conformance.plugin`."""

from typing import Any


def pytest_addoption(pluginmanager: Any) -> None:
    """Register the plugin; and read no further conftest files.

    Until `--env` is known, pytest takes its value for a folder of tests, and would run the
    subject's own conftest.py, with all that it imports, in the process of the suite.
    """
    pluginmanager.import_plugin("conformance.plugin")
    pluginmanager._noconftest = True

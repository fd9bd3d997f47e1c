"""Makes `pytest conformance/ --env SUBJECT` work; everything is in `conformance.plugin`."""

from conformance.plugin import (  # noqa: F401
    pytest_addoption,
    pytest_collect_file,
    pytest_collection_finish,
    pytest_configure,
    pytest_report_teststatus,
    pytest_runtest_makereport,
    pytest_sessionfinish,
    pytest_terminal_summary,
)

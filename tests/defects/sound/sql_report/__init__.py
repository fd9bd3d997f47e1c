"""Ask a small sales database and hand in a report query."""

from .models import SqlReportAction, SqlReportObservation

__all__ = ["SqlReportAction", "SqlReportObservation"]

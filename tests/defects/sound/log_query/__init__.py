"""Answer questions about a log with a query budget."""

from .models import LogAction, LogView

__all__ = ["LogAction", "LogView"]

"""Sheet questions: answer questions about a table"""

from .models import SheetAction, SheetObservation

__all__ = ["SheetAction", "SheetObservation"]

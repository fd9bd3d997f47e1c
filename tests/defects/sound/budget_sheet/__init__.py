"""Budget Sheet: complete a household budget spreadsheet."""

from .models import SheetAction, SheetObservation

__all__ = ["SheetAction", "SheetObservation"]

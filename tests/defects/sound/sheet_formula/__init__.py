"""Write the spreadsheet formula that answers a question."""

from .models import SheetFormulaAction, SheetFormulaObservation

__all__ = ["SheetFormulaAction", "SheetFormulaObservation"]

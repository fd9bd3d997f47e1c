"""FormulaWriter: write the formula of a spreadsheet column."""

from .models import FormulaAction, SheetObservation

__all__ = ["FormulaAction", "SheetObservation"]

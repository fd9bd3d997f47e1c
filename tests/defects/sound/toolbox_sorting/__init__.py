"""Sort tools into drawers by a rule shown in examples."""

from .models import ToolAction, ToolboxObservation

__all__ = ["ToolAction", "ToolboxObservation"]

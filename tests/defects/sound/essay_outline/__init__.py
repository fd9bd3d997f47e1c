"""Write an essay outline that meets a rubric of stated points."""

from .models import OutlineAction, OutlineObservation

__all__ = ["OutlineAction", "OutlineObservation"]

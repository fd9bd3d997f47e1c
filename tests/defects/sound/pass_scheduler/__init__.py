"""Pass scheduler: choose the satellite passes that one antenna serves."""

from .models import PassBoard, PassPlan

__all__ = ["PassBoard", "PassPlan"]

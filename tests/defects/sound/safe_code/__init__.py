"""Safe code: find a code of four letters from feedback"""

from .models import CodeAction, CodeObservation

__all__ = ["CodeAction", "CodeObservation"]

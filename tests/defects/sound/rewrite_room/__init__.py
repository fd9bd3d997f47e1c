"""rewrite a sentence without a letter and within a length"""

from .models import RewriteRoomAction, RewriteRoomObservation

__all__ = ["RewriteRoomAction", "RewriteRoomObservation"]

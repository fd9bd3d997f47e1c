"""Find out from a tenant what is broken, and send the right trade."""

from .models import ChatAction, ChatObservation

__all__ = ["ChatAction", "ChatObservation"]

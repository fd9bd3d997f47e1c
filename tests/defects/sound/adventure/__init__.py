"""Store the treasures of a three-room text adventure."""

from .models import CommandAction, SceneObservation

__all__ = ["CommandAction", "SceneObservation"]

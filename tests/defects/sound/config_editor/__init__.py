"""Config editor: bring a configuration file into a requested state with few commands."""

from .models import CommandAction, ConfigObservation

__all__ = ["CommandAction", "ConfigObservation"]

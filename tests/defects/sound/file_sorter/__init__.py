"""File Sorter: tidy an inbox folder with shell commands."""

from .models import ShellAction, ShellObservation

__all__ = ["ShellAction", "ShellObservation"]

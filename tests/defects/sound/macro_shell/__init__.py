"""Macro shell: complete a spreadsheet line by line."""

from .models import ShellAction, ShellObservation

__all__ = ["ShellAction", "ShellObservation"]

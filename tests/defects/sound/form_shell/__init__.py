"""Form shell: fill in a form from a letter, through a small shell."""

from .models import FormShellAction, FormShellObservation

__all__ = ["FormShellAction", "FormShellObservation"]

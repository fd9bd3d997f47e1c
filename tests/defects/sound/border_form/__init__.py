"""Border form checker: flag the wrong fields of a traveller's form"""

from .models import BorderFormAction, BorderFormObservation

__all__ = ["BorderFormAction", "BorderFormObservation"]

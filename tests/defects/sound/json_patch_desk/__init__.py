"""Write a JSON patch that does what a request asks"""

from .models import JsonPatchDeskAction, JsonPatchDeskObservation

__all__ = ["JsonPatchDeskAction", "JsonPatchDeskObservation"]

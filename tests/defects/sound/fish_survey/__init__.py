"""Fish-stock survey: tow a net, then estimate how many fish a lake holds."""

from .models import SurveyAction, SurveyObservation

__all__ = ["SurveyAction", "SurveyObservation"]

"""Survey cleaner: repair the answers of a small survey, row by row."""

from .models import CleanAction, SurveyObservation

__all__ = ["CleanAction", "SurveyObservation"]

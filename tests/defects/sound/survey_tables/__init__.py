"""Survey tables: convert handwritten survey tables to JSON"""

from .models import SurveyTablesAction, SurveyTablesObservation

__all__ = ["SurveyTablesAction", "SurveyTablesObservation"]

"""Answer questions of kinship from a parish register."""

from .models import AnswerAction, QuestionObservation

__all__ = ["AnswerAction", "QuestionObservation"]

"""Corpus research: answer a question with a search engine"""

from .models import ResearchAction, ResearchObservation

__all__ = ["ResearchAction", "ResearchObservation"]

"""Write tests that find faulty functions."""

from .models import TestWriterAction, TestWriterObservation

__all__ = ["TestWriterAction", "TestWriterObservation"]

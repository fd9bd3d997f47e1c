"""Numeral translator: translate Roman and other numerals"""

from .models import NumeralAction, NumeralObservation

__all__ = ["NumeralAction", "NumeralObservation"]

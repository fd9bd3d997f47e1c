"""A strong acid titrated with a strong base."""

from __future__ import annotations

import math

KW = 1e-14


def exact_ph(acid_molar: float, acid_ml: float, base_molar: float, base_ml: float) -> float:
    """The pH of the mixture, from the charge balance [H+] - Kw / [H+] = excess."""
    excess = (acid_molar * acid_ml - base_molar * base_ml) / (acid_ml + base_ml)
    root = math.sqrt(excess * excess / 4 + KW)
    if excess >= 0:
        return -math.log10(excess / 2 + root)
    hydroxide = -excess / 2 + root
    return 14.0 + math.log10(hydroxide)


def excess_mmol(ph: float, volume_ml: float) -> float:
    """Acid that is left (negative: base in excess) in a mixture of this pH, in mmol."""
    hydrogen = 10.0**-ph
    return (hydrogen - KW / hydrogen) * volume_ml


def estimate(ph: float, acid_ml: float, base_molar: float, base_ml: float) -> float:
    """The acid's concentration that explains a reading."""
    return (base_molar * base_ml + excess_mmol(ph, acid_ml + base_ml)) / acid_ml

"""What kind of subject a spec names, and which chapters of the catalogue are about that kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hallmark_rl.conformance.catalogue import (
    CHAPTERS,
    GYM_CHAPTERS,
    SCORER_CHAPTERS,
    Property,
    catalogue,
    gym_catalogue,
    scorer_catalogue,
)
from hallmark_rl.conformance.gyms import PREFIXES as GYM_PREFIXES
from hallmark_rl.conformance.scorers.scorer_process import PREFIXES as SCORER_PREFIXES

Kind = Literal["environment", "scorer", "gym"]


def kind_of(spec: str) -> Kind:
    """`scorer` for an answer scorer, `gym` for one of Gymnasium or PettingZoo, else
    `environment`."""
    if spec.startswith(SCORER_PREFIXES):
        return "scorer"
    return "gym" if spec.startswith(GYM_PREFIXES) else "environment"


def chapters_of(spec: str) -> tuple[str, ...]:
    """The chapters whose properties a subject is checked for."""
    by_kind = {"environment": CHAPTERS, "scorer": SCORER_CHAPTERS, "gym": GYM_CHAPTERS}
    return by_kind[kind_of(spec)]


def catalogue_of(spec: str) -> Mapping[str, Property]:
    """The properties that a subject is checked for, by id."""
    kind = kind_of(spec)
    if kind == "scorer":
        return scorer_catalogue()
    return gym_catalogue() if kind == "gym" else catalogue()

"""The decorator that registers the functions which check the properties of scorers."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.conformance.catalogue import scorer_catalogue
from hallmark_rl.conformance.scorers.scorer_context import ScorerContext

ScorerCheck = Callable[[ScorerContext], None]
SCORER_CHECKS: dict[str, ScorerCheck] = {}
"""The registered checks by the property's id."""


def scorer_check(property_id: str) -> Callable[[ScorerCheck], ScorerCheck]:
    """Register a function that checks a property of a scorer.

    It returns if the property holds, and raises `PropertyViolated`, `NotApplicable` or
    `EvidenceMissing` if not. Raises ValueError if the id is not in the catalogue or has a check.
    """

    def register(function: ScorerCheck) -> ScorerCheck:
        if property_id not in scorer_catalogue() or property_id in SCORER_CHECKS:
            raise ValueError(f"{property_id} is not in the catalogue, or has two checks")
        SCORER_CHECKS[property_id] = function
        return function

    return register

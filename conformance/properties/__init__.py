"""The checks of the properties, one module or folder for each chapter of the catalogue."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from hallmark_rl.conformance.checking.registry import CHECKS, RegisteredCheck
from hallmark_rl.conformance.scorers.scorer_registry import SCORER_CHECKS, ScorerCheck

_SCORER = f"{__name__}.scorer"


def load_checks() -> Mapping[str, RegisteredCheck]:
    """Import the checks of environments; returns them by the property's id."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not f"{module.name}.".startswith(f"{_SCORER}."):
            importlib.import_module(module.name)
    return CHECKS


def load_scorer_checks() -> Mapping[str, ScorerCheck]:
    """Import the checks of answer scorers; returns them by the property's id."""
    package = importlib.import_module(_SCORER)
    for module in pkgutil.iter_modules(package.__path__, f"{_SCORER}."):
        importlib.import_module(module.name)
    return SCORER_CHECKS

"""The checks of the properties, one module or folder for each chapter of the catalogue."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping

from hallmark_rl.conformance.checking.registry import CHECKS, RegisteredCheck
from hallmark_rl.conformance.gyms.gym_registry import GYM_CHECKS, GymCheck
from hallmark_rl.conformance.harbor.harbor_registry import HARBOR_CHECKS, HarborCheck
from hallmark_rl.conformance.scorers.scorer_registry import SCORER_CHECKS, ScorerCheck

_SCORER, _GYM, _HARBOR = f"{__name__}.scorer", f"{__name__}.gym", f"{__name__}.harbor"


@functools.cache
def load_checks() -> Mapping[str, RegisteredCheck]:
    """Import the checks of environments; returns them by the property's id."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not f"{module.name}.".startswith((f"{_SCORER}.", f"{_GYM}.", f"{_HARBOR}.")):
            importlib.import_module(module.name)
    return CHECKS


def load_scorer_checks() -> Mapping[str, ScorerCheck]:
    """Import the checks of answer scorers; returns them by the property's id."""
    _import_all(_SCORER)
    return SCORER_CHECKS


def load_gym_checks() -> Mapping[str, GymCheck]:
    """Import the checks of Gymnasium environments; returns them by the property's id."""
    _import_all(_GYM)
    return GYM_CHECKS


def load_harbor_checks() -> Mapping[str, HarborCheck]:
    """Import the checks of Harbor tasks; returns them by the property's id."""
    _import_all(_HARBOR)
    return HARBOR_CHECKS


def _import_all(name: str) -> None:
    package = importlib.import_module(name)
    for module in pkgutil.iter_modules(package.__path__, f"{name}."):
        importlib.import_module(module.name)

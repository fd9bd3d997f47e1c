"""The checks of the properties, one module or folder for each chapter of the catalogue."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from hallmark_rl.conformance.checking.registry import CHECKS, RegisteredCheck


def load_checks() -> Mapping[str, RegisteredCheck]:
    """Import every module of this package; returns their checks by the property's id."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    return CHECKS

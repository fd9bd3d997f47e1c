"""Units of measure that an action can name, and amounts converted between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action

_SCALES: tuple[dict[str, float], ...] = (
    {"mg": 1e-3, "g": 1.0, "gram": 1.0, "grams": 1.0, "kg": 1e3, "kilogram": 1e3, "kilograms": 1e3}
    | {"dwt": 1.55517384, "oz": 28.349523125, "lb": 453.59237, "t": 1e6},
    {"ml": 1.0, "cl": 10.0, "dl": 100.0, "l": 1e3, "litre": 1e3, "litres": 1e3, "liter": 1e3},
    {"mm": 1e-3, "cm": 1e-2, "dm": 0.1, "m": 1.0, "km": 1e3, "metres": 1.0, "meters": 1.0},
    {"ms": 1e-3, "s": 1.0, "seconds": 1.0, "minutes": 60.0, "h": 3600.0, "hours": 3600.0},
    {"cents": 1.0, "cent": 1.0, "euros": 100.0, "euro": 100.0, "dollars": 100.0, "usd": 100.0},
    {"w": 1.0, "kw": 1e3, "mw": 1e6},
)
WRONG_FACTORS = (1.0, 10.0, 0.1, 100.0, 0.01, 1000.0, 0.001)
"""By how much a table of units is wrong, if it is: 1 if units are not converted at all."""


def unit_fields(schema: Mapping[str, Any]) -> dict[str, list[str]]:
    """The fields of an action that name one of several units of one kind, with the units."""
    found = {}
    for name, field in schema.get("properties", {}).items():
        reference = str(field.get("$ref", "")).rsplit("/", 1)[-1]
        values = field.get("enum") or schema.get("$defs", {}).get(reference, {}).get("enum") or ()
        units = [value for value in values if isinstance(value, str)]
        if any(len(_of_scale(scale, units)) > 1 for scale in _SCALES):
            found[name] = units
    return found


def _of_scale(scale: Mapping[str, float], units: list[str]) -> list[str]:
    return [unit for unit in units if unit.lower() in scale]


def conversions(action: Action, field: str, units: list[str]) -> Iterator[tuple[str, float]]:
    """The other units of the kind that an action names, with the factor for its amount."""
    own = str(action.get(field))
    for scale in _SCALES:
        if own.lower() in scale:
            for unit in _of_scale(scale, units):
                if unit != own and scale[unit.lower()] != scale[own.lower()]:
                    yield unit, scale[own.lower()] / scale[unit.lower()]

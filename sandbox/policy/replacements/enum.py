"""`enum` with a checked functional form.

Allowed: class statements, and `Enum("Color", "RED BLUE")`. Refused: member names that begin with an
underscore in the functional form, because such members could define special methods; see
`class_building.CheckedEnumMeta`. The metaclass is a look-alike.
"""

from __future__ import annotations

import enum

from hallmark_rl.sandbox.policy.class_building import CheckedEnumMeta
from hallmark_rl.sandbox.policy.look_alikes import ENUM_META


def _checked(name: str) -> type:
    """The enumeration class `name`, made by `CheckedEnumMeta`."""
    real = getattr(enum, name)
    space = CheckedEnumMeta.__prepare__(name, (real,))
    space["__module__"] = "enum"
    space["__doc__"] = real.__doc__
    return CheckedEnumMeta(name, (real,), space)


NAMES = {name: _checked(name) for name in ("Enum", "Flag", "IntEnum", "IntFlag", "StrEnum")}
NAMES["EnumMeta"] = NAMES["EnumType"] = ENUM_META

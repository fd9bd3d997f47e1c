"""`enum` whose functional form takes plain member names only (see `CheckedEnumMeta`)."""

from __future__ import annotations

import enum

from hallmark_rl.sandbox.policy.class_building import ENUM_META, CheckedEnumMeta


def _checked(name: str) -> type:
    real = getattr(enum, name)
    space = CheckedEnumMeta.__prepare__(name, (real,))
    space["__module__"] = "enum"
    space["__doc__"] = real.__doc__
    return CheckedEnumMeta(name, (real,), space)


NAMES = {name: _checked(name) for name in ("Enum", "Flag", "IntEnum", "IntFlag", "StrEnum")}
NAMES["EnumMeta"] = NAMES["EnumType"] = ENUM_META

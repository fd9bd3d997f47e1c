"""`types.SimpleNamespace` under the name rules.

Allowed: names that the program may set on its own objects. Refused: special names, and filling or
comparing objects of other classes by calling the methods of this class on them.
"""

from __future__ import annotations

from typing import Any

from hallmark_rl.sandbox.policy.guards import instance_dict, refuse, writable
from hallmark_rl.sandbox.policy.library_names import is_program_class


class SimpleNamespace:
    """`types.SimpleNamespace`."""

    __module__ = "program"  # so its attributes count as the program's own

    def __init__(self, /, **fields: Any) -> None:
        for name, value in fields.items():
            if not is_program_class(type(writable(self, name))):
                raise refuse(name)
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SimpleNamespace):
            return instance_dict(self) == instance_dict(other)
        return NotImplemented

    def __repr__(self) -> str:
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return (
            f"{name}({', '.join(f'{key}={value!r}' for key, value in instance_dict(self).items())})"
        )

    __hash__ = None  # type: ignore[assignment]


NAMES = {"SimpleNamespace": SimpleNamespace}

"""`types.SimpleNamespace` that cannot be given special names."""

from __future__ import annotations

from typing import Any

from sandbox.policy.rules import is_dunder


class SimpleNamespace:
    """`types.SimpleNamespace`."""

    __module__ = "program"  # what it holds is the program's own

    def __init__(self, /, **fields: Any) -> None:
        for name, value in fields.items():
            if type(name) is not str or is_dunder(name):
                raise AttributeError(f"the attribute {name!r} is not allowed here")
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SimpleNamespace):
            return vars(self) == vars(other)
        return NotImplemented

    def __repr__(self) -> str:
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return f"{name}({', '.join(f'{key}={value!r}' for key, value in vars(self).items())})"

    __hash__ = None  # type: ignore[assignment]


NAMES = {"SimpleNamespace": SimpleNamespace}

"""What a run may use, and what it is asked to do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sandbox.api.levels import Policy

MIB = 1 << 20
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Hard bounds of one run. Reaching one ends the run with SIGKILL and a status that names it.

    `memory_bytes` bounds the whole address space of the process, about 40 MiB of which the
    interpreter itself takes; `result_bytes` bounds all results of a run in their wire form.
    """

    wall_s: float = 5.0
    cpu_s: float = 5.0
    memory_bytes: int = 256 * MIB
    output_bytes: int = 64 << 10
    result_bytes: int = 4 * MIB

    def __post_init__(self) -> None:
        for name in ("wall_s", "cpu_s"):
            seconds = getattr(self, name)
            if type(seconds) not in (int, float) or not 0 < seconds <= 86_400:
                raise ValueError(f"{name} must be in (0, 86400] seconds, not {seconds!r}.")
        for name, least in (("memory_bytes", 64 * MIB), ("output_bytes", 0), ("result_bytes", 1)):
            size = getattr(self, name)
            if type(size) is not int or not least <= size <= 1 << 40:
                raise ValueError(
                    f"{name} must be a whole number of at least {least}, not {size!r}."
                )


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of one call: plain data only, and never the expected answer."""

    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Call | Sequence[Any] | Mapping[str, Any]) -> Call:
        """A call from a list or tuple of arguments, or from `{"args": [...], "kwargs": {...}}`."""
        if isinstance(given, Call):
            return given
        if isinstance(given, list | tuple):
            return cls(tuple(given))
        if isinstance(given, Mapping) and set(given) <= {"args", "kwargs"}:
            args, kwargs = given.get("args", ()), given.get("kwargs", {})
            if isinstance(args, list | tuple) and isinstance(kwargs, Mapping):
                return cls(tuple(args), kwargs)
        raise TypeError(
            "A call is a list of arguments or an object with only `args` (list) and "
            f"`kwargs` (object), not {type(given).__name__}."
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One run for `Sandbox.map`; `entry=None` runs `source` as a script.

    `calls` that are neither a list nor a tuple are read while the run starts, and again when it has
    to be repeated. A sequence that makes its items then does so beside the run, on its `wall_s`.
    """

    source: str
    entry: str | None = None
    calls: Sequence[Call | Sequence[Any] | Mapping[str, Any]] = ()
    stdin: str = ""
    fresh_calls: bool = False
    report_mutation: bool = False
    policy: Policy | None = None
    limits: Limits | None = None

    def __post_init__(self) -> None:
        for name in ("source", "stdin"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} must be a str, not {type(getattr(self, name)).__name__}.")
        if self.entry is not None and not self.entry.isidentifier():
            raise ValueError(f"entry must be the name of a function, not {self.entry!r}.")
        if self.entry is None and self.calls:
            raise ValueError("Calls need an entry: name the function to call.")

    def each_call(self) -> Iterable[Call]:
        return map(Call.of, self.calls)


def parse_size(text: str) -> int:
    """Bytes from `300`, `64k`, `256M`, `1.5GiB`."""
    stem = text.strip().lower().removesuffix("ib").removesuffix("b")
    unit = stem[-1:] if stem[-1:] in ("k", "m", "g") else ""
    try:
        size = float(stem.removesuffix(unit)) * _UNITS[unit]
    except ValueError:
        size = math.nan
    if not 0 <= size < 1 << 62:
        raise ValueError(f"{text!r} is not a size: write 65536, 64k, 256M or 1G.")
    return int(size)

"""The resource limits of one run, and sizes written as text (`64k`, `256M`)."""

from __future__ import annotations

import math
from dataclasses import dataclass

MIB = 1 << 20
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Hard limits of one run: a run that reaches one is killed, and its status names the limit.

    `wall_s` and `cpu_s` are seconds. `memory_bytes` bounds the address space of the process, of
    which the interpreter itself takes about 40 MiB. `output_bytes` bounds stdout and stderr, each.
    `result_bytes` bounds all results of a run together, as they are encoded for the caller.
    Raises `ValueError` for a limit that is out of range.
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
                    f"{name} must be an integer from {least} to {1 << 40}, not {size!r}."
                )


def parse_size(text: str) -> int:
    """The bytes that `300`, `64k`, `256M` or `1.5GiB` stand for; `ValueError` for other text."""
    stem = text.strip().lower().removesuffix("ib").removesuffix("b")
    unit = stem[-1:] if stem[-1:] in ("k", "m", "g") else ""
    try:
        size = float(stem.removesuffix(unit)) * _UNITS[unit]
    except ValueError:
        size = math.nan
    if not 0 <= size < 1 << 62:
        raise ValueError(f"{text!r} is not a size: write 65536, 64k, 256M or 1G.")
    return int(size)

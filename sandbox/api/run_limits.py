"""The resource limits of one run, and sizes written as text (`64k`, `256M`)."""

from __future__ import annotations

import math
from dataclasses import dataclass

MIB = 1 << 20
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Hard limits of one run. The status of its outcome says which kind of limit it reached.

    Attributes:
        wall_s: seconds from the start of the run's process to its end, in (0, 86400]. A run that
            takes longer is killed: status `timeout`.
        cpu_s: seconds of CPU time, user and system, in (0, 86400]. A run that uses more is killed:
            status `timeout`. All calls of a run together may use that much, fresh calls too.
        memory_bytes: bytes of address space of each process, from 64 MiB to 1 TiB, of which the
            interpreter itself takes about 40 MiB. An allocation beyond it raises `MemoryError` in
            the program: status `memory` if it is not caught.
        output_bytes: bytes of stdout, and as many of stderr, from 0 to 1 TiB. A run that writes
            more is killed: status `output`.
        result_bytes: bytes of all results of the run together, as they are encoded for the caller,
            from 1 to 1 TiB; 64 KiB more are allowed for other messages. A run that sends more, or
            values whose decoding would take 16 times that much memory, is killed: status `output`.

    Raises `ValueError` for a limit that is out of range or has another type (`wall_s` and `cpu_s`
    are int or float, the others int).
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
        for name, smallest in (
            ("memory_bytes", 64 * MIB),
            ("output_bytes", 0),
            ("result_bytes", 1),
        ):
            size = getattr(self, name)
            if type(size) is not int or not smallest <= size <= 1 << 40:
                raise ValueError(
                    f"{name} must be an integer from {smallest} to {1 << 40}, not {size!r}."
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

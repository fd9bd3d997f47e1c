"""`struct.Struct` whose format cannot be changed once it is made.

Allowed: everything that the class does. Refused: calling `__init__` of CPython's own class again
while its methods are at work, for example from an `__index__`: they would read and write memory
past the end of their buffers.
"""

from __future__ import annotations

import struct
from typing import Any


class Struct:
    """`struct.Struct`."""

    __slots__ = ("format", "iter_unpack", "pack", "pack_into", "size", "unpack", "unpack_from")

    def __init__(self, format: Any) -> None:
        # The program gets the methods only: no attribute that it may read leads to their object.
        real = struct.Struct(format)
        self.format, self.size = real.format, real.size
        self.pack, self.pack_into = real.pack, real.pack_into
        self.unpack, self.unpack_from = real.unpack, real.unpack_from
        self.iter_unpack = real.iter_unpack


Struct.__module__ = "_struct"
NAMES = {"Struct": Struct}

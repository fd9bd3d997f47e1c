"""Namespaces that processes were seen in, and who is in them now."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType


class HeldNamespaces:
    """Namespaces that are not those of this process, held open until the end of a `with` block.

    The kernel gives the number of a namespace to a new one as soon as nothing refers to it. Then a
    process of another program, which started long before, may be in a namespace with that number.
    While a descriptor refers to it, the number is not used again.
    """

    def __init__(self) -> None:
        self._own = set(_links(Path("/proc/self/ns")).values())
        self._held: dict[str, int] = {}

    def __enter__(self) -> HeldNamespaces:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def __len__(self) -> int:
        return len(self._held)

    def add(self, pids: set[int]) -> None:
        """Hold the namespaces that the processes `pids` are in; one that has ended is in none."""
        for pid in pids:
            for entry, name in _links(Path(f"/proc/{pid}/ns")).items():
                if name not in self._own and name not in self._held:
                    self._hold(entry)

    def _hold(self, entry: Path) -> None:
        try:
            descriptor = os.open(entry, os.O_RDONLY)
        except OSError:  # the process has ended
            return
        name = os.readlink(f"/proc/self/fd/{descriptor}")  # it may have entered another since
        if name in self._own or name in self._held:
            os.close(descriptor)
        else:
            self._held[name] = descriptor

    @property
    def descriptors(self) -> set[str]:
        """The numbers of the descriptors that hold the namespaces, as /proc/self/fd names them."""
        return {str(descriptor) for descriptor in self._held.values()}

    def occupied(self) -> set[str]:
        """The namespaces that any process of the machine is in."""
        found: set[str] = set()
        for number in filter(str.isdecimal, os.listdir("/proc") if self._held else ()):
            found.update(_links(Path(f"/proc/{number}/ns")).values())
        return found & self._held.keys()


def _links(folder: Path) -> dict[Path, str]:
    try:
        return {entry: os.readlink(entry) for entry in folder.iterdir()}
    except OSError:  # the process has ended
        return {}

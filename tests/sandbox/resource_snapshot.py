"""What a sandbox could leave behind: processes, descriptors, keys, namespaces, mounts, files."""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from hallmark_rl.sandbox.isolation.namespaces import NOBODY

_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue")


def descendants(pid: int | None = None) -> set[int]:
    """The processes below this one, or below `pid`."""
    try:
        return {child.pid for child in psutil.Process(pid).children(recursive=True)}
    except psutil.NoSuchProcess:
        return set()


def namespaces(pids: set[int]) -> dict[str, float]:
    """The namespaces that `pids` live in and this process does not, with the time of this look.

    The kernel gives the number of one that is gone to another: who was born later is not ours.
    """
    found: set[str] = set()
    for pid in pids:
        found |= _links(Path(f"/proc/{pid}/ns"))
    return dict.fromkeys(found - _links(Path("/proc/self/ns")), time.time())


def _links(folder: Path) -> set[str]:
    try:
        return {os.readlink(entry) for entry in folder.iterdir()}
    except OSError:  # the process is gone
        return set()


@dataclass(frozen=True)
class ResourceSnapshot:
    """What there is now; `since` an earlier look, what is new."""

    processes: set[int]
    descriptors: set[str]
    keys: set[str]
    mounts: set[str]
    files: set[str]

    @classmethod
    def now(cls) -> ResourceSnapshot:
        descriptors = {
            number
            for number in os.listdir("/proc/self/fd")
            if Path(f"/proc/self/fd/{number}").exists()
        }  # not that of the listing itself
        return cls(descendants(), descriptors, _keys(), _mounts(), _files())

    def since(
        self,
        before: ResourceSnapshot,
        entered: dict[str, float],
        orphans: frozenset[int] = frozenset(),
        patience_s: float = 5.0,
    ) -> list[str]:
        """What is left of a sandbox: its processes had entered those namespaces.

        `orphans` are processes that are no longer below this one, for whoever ends callers.
        """
        deadline = time.monotonic() + patience_s
        now = self
        while True:
            faults = [
                f"{name} are left: {sorted(extra)}"
                for name in ("processes", "descriptors", "keys", "mounts", "files")
                if (extra := getattr(now, name) - getattr(before, name))
            ]
            born = _holders_born()
            if held := {ns for ns, seen in entered.items() if born.get(ns, math.inf) <= seen}:
                faults.append(f"namespaces are left: {sorted(held)}")
            if alive := {pid for pid in orphans if os.path.exists(f"/proc/{pid}")}:
                faults.append(f"processes of a killed caller are left: {sorted(alive)}")
            if not faults or time.monotonic() > deadline:
                return faults
            time.sleep(0.1)
            now = ResourceSnapshot.now()


def _holders_born() -> dict[str, float]:
    """When the oldest process in each namespace was born."""
    born: dict[str, float] = {}
    for process in psutil.process_iter(["create_time"]):
        for namespace in _links(Path(f"/proc/{process.pid}/ns")):
            born[namespace] = min(born.get(namespace, math.inf), process.info["create_time"])
    return born


def _keys() -> set[str]:
    """The keys in sight, but for the keyrings of the kernel's own and of each user."""
    lines = (line.split() for line in Path("/proc/keys").read_text().splitlines())
    return {fields[0] for fields in lines if not fields[8].startswith((".", "_uid"))}


def _mounts() -> set[str]:
    return set(Path("/proc/self/mountinfo").read_text().splitlines())


def _files() -> set[str]:
    """What the user of the runs owns where everybody may write."""
    found = set()
    for folder in filter(os.path.isdir, _FOLDERS):
        for entry in os.scandir(folder):
            if entry.stat(follow_symlinks=False).st_uid == NOBODY:
                found.add(entry.path)
    return found


def all_ended(pids: list[int], patience_s: float = 5.0) -> bool:
    """Whether none of these processes is left, or soon is not."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        if not any(psutil.pid_exists(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False

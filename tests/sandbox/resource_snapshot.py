"""Find resources that a sandbox leaks: processes, descriptors, keys, namespaces, mounts, files."""

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
    """The descendants of this process, or of `pid`."""
    try:
        return {child.pid for child in psutil.Process(pid).children(recursive=True)}
    except psutil.NoSuchProcess:
        return set()


def namespaces(pids: set[int]) -> dict[str, float]:
    """The namespaces of `pids` that are not those of this process, with the present time.

    The kernel reuses the numbers of namespaces: if all processes in a namespace started after that
    time, it is a new one.
    """
    links: set[str] = set()
    for pid in pids:
        links |= _links(Path(f"/proc/{pid}/ns"))
    return dict.fromkeys(links - _links(Path("/proc/self/ns")), time.time())


def _links(folder: Path) -> set[str]:
    try:
        return {os.readlink(entry) for entry in folder.iterdir()}
    except OSError:  # the process has ended
        return set()


@dataclass(frozen=True)
class ResourceSnapshot:
    """The resources that exist at one moment; `since` compares with an earlier snapshot."""

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
        }  # without the descriptor of the listing itself
        return cls(descendants(), descriptors, _keys(), _mounts(), _files())

    def since(
        self,
        before: ResourceSnapshot,
        entered: dict[str, float],
        orphans: frozenset[int] = frozenset(),
        patience_s: float = 5.0,
    ) -> list[str]:
        """What was leaked since `before`, as messages; waits up to `patience_s` for it to vanish.

        `entered` are the namespaces of the sandbox, with the times when they were seen. `orphans`
        are processes that must have ended, of a caller that was killed.
        """
        deadline = time.monotonic() + patience_s
        snapshot = self
        while True:
            faults = [
                f"{name} are left: {sorted(extra)}"
                for name in ("processes", "descriptors", "keys", "mounts", "files")
                if (extra := getattr(snapshot, name) - getattr(before, name))
            ]
            started = _oldest_process_start()
            if held := {ns for ns, seen in entered.items() if started.get(ns, math.inf) <= seen}:
                faults.append(f"namespaces are left: {sorted(held)}")
            if alive := {pid for pid in orphans if os.path.exists(f"/proc/{pid}")}:
                faults.append(f"processes of a killed caller are left: {sorted(alive)}")
            if not faults or time.monotonic() > deadline:
                return faults
            time.sleep(0.1)
            snapshot = ResourceSnapshot.now()


def _oldest_process_start() -> dict[str, float]:
    """When the oldest process of each namespace started."""
    started: dict[str, float] = {}
    for process in psutil.process_iter(["create_time"]):
        for namespace in _links(Path(f"/proc/{process.pid}/ns")):
            earlier = started.get(namespace, math.inf)
            started[namespace] = min(earlier, process.info["create_time"])
    return started


def _keys() -> set[str]:
    """The visible keys, without the keyrings of the kernel and of the users."""
    lines = (line.split() for line in Path("/proc/keys").read_text().splitlines())
    return {fields[0] for fields in lines if not fields[8].startswith((".", "_uid"))}


def _mounts() -> set[str]:
    return set(Path("/proc/self/mountinfo").read_text().splitlines())


def _files() -> set[str]:
    """The files of the user of the runs, in folders where everybody may write."""
    paths = set()
    for folder in filter(os.path.isdir, _FOLDERS):
        for entry in os.scandir(folder):
            if entry.stat(follow_symlinks=False).st_uid == NOBODY:
                paths.add(entry.path)
    return paths


def all_ended(pids: list[int], patience_s: float = 5.0) -> bool:
    """Whether all of these processes end within `patience_s` seconds."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        if not any(psutil.pid_exists(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False

"""Find resources that a sandbox leaks: processes, descriptors, keys, namespaces, mounts, files."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from hallmark_rl.sandbox.isolation.namespaces import NOBODY
from tests.sandbox.held_namespaces import HeldNamespaces

_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue")


def descendants(pid: int | None = None) -> set[int]:
    """The descendants of this process, or of `pid`."""
    try:
        return {child.pid for child in psutil.Process(pid).children(recursive=True)}
    except psutil.NoSuchProcess:
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
        entered: HeldNamespaces,
        orphans: frozenset[int] = frozenset(),
        patience_s: float = 5.0,
    ) -> list[str]:
        """What was leaked since `before`, as messages; waits up to `patience_s` for it to vanish.

        `entered` are the namespaces of the sandbox: no process may be in them. `orphans` are
        processes that must have ended, of a caller that was killed.
        """
        deadline = time.monotonic() + patience_s
        snapshot = self
        kept = {"descriptors": entered.descriptors}
        while True:
            faults = [
                f"{name} are left: {sorted(extra)}"
                for name in ("processes", "descriptors", "keys", "mounts", "files")
                if (
                    extra := getattr(snapshot, name) - getattr(before, name) - kept.get(name, set())
                )
            ]
            if occupied := entered.occupied():
                faults.append(f"namespaces are left: {sorted(occupied)}")
            if alive := {pid for pid in orphans if os.path.exists(f"/proc/{pid}")}:
                faults.append(f"processes of a killed caller are left: {sorted(alive)}")
            if not faults or time.monotonic() > deadline:
                return faults
            time.sleep(0.1)
            snapshot = ResourceSnapshot.now()


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

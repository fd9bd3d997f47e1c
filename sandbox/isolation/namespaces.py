"""A private world for one zygote and its runs: namespaces, and a root with only the library in it.

Set up once per zygote, this costs a run nothing.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Collection

from hallmark_rl.sandbox.isolation import syscalls

_FLAGS = {
    "user": 0x10000000, "mount": 0x00020000, "pid": 0x20000000, "net": 0x40000000,
    "ipc": 0x08000000, "uts": 0x04000000, "cgroup": 0x02000000,
}  # fmt: skip
NAMES = tuple(_FLAGS)
_MS_REC, _MS_PRIVATE = 0x4000, 0x40000
_MNT_DETACH = 2
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
_AT_FDCWD, _AT_EMPTY_PATH, _AT_RECURSIVE, _CLOEXEC = -100, 0x1000, 0x8000, 0o2000000
_RDONLY, _NOSUID, _NODEV, _NOEXEC = 1, 2, 4, 8
_CAPSET = {"x86_64": 126, "aarch64": 91}
NOBODY = 65534
LIBRARY = "/lib/python"


def enter(kinds: Collection[str] = NAMES) -> None:
    """Leave the namespaces of the host, of all `kinds`. The next fork is process 1 of the new ones.

    To leave out a kind is for tests of the others.
    """
    uid, gid = os.geteuid(), os.getegid()
    second = uid == 0 and "user" in kinds and all(map(_has_nobody, ("uid", "gid")))
    helper = _mapper(os.getpid()) if second else None
    try:
        syscalls.unshare(sum(_FLAGS[kind] for kind in kinds))
    except OSError:
        if helper:
            helper.cancel()
        raise
    if helper:
        helper.go()
    elif "user" in kinds:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{NOBODY} {uid} 1")
        _write("/proc/self/gid_map", f"{NOBODY} {gid} 1")
    if "uts" in kinds:
        syscalls.name_host(b"sandbox")


def _has_nobody(kind: str) -> bool:
    """Whether the user namespace that this process is in has a user or group `NOBODY` to map."""
    with open(f"/proc/self/{kind}_map") as ranges:
        spans = [tuple(map(int, line.split())) for line in ranges]
    return any(first <= NOBODY < first + size for first, _, size in spans)


class _Mapper:
    """A helper outside the new user namespace: only from there can root map a second user in."""

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid, self._pipe = pid, pipe

    def cancel(self) -> None:
        os.close(self._pipe)
        os.waitpid(self._pid, 0)

    def go(self) -> None:
        os.write(self._pipe, b"!")
        os.close(self._pipe)
        _, status = os.waitpid(self._pid, 0)
        if status:
            raise PermissionError("root may not map users into a namespace here")


def _mapper(target: int) -> _Mapper:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(reader)
        return _Mapper(pid, writer)
    status = 1
    try:
        os.close(writer)
        if os.read(reader, 1):
            for kind in ("uid", "gid"):
                _write(f"/proc/{target}/{kind}_map", f"0 0 1\n{NOBODY} {NOBODY} 1")
        status = 0
    finally:
        os._exit(status)


def _write(path: str, text: str) -> None:
    handle = os.open(path, os.O_WRONLY)
    try:
        os.write(handle, text.encode())
    finally:
        os.close(handle)


def _attributes(handle: int, path: bytes, flags: int, how: int = 0) -> None:
    block = struct.pack("QQQQ", flags, 0, 0, 0)
    syscalls.syscall("mount_setattr", _MOUNT_SETATTR, handle, path, how, block, len(block))


def private_root(library: str, *, read_only: bool = True) -> None:
    """Make the file system a small read-only one that holds the standard library alone."""
    syscalls.mount(b"none", b"/", b"", _MS_REC | _MS_PRIVATE)
    flags = 1 | _CLOEXEC | _AT_RECURSIVE
    tree = syscalls.syscall("open_tree", _OPEN_TREE, _AT_FDCWD, library.encode(), flags)
    _attributes(tree, b"", _RDONLY | _NOSUID | _NODEV, _AT_EMPTY_PATH | _AT_RECURSIVE)
    syscalls.mount(b"root", b"/tmp", b"tmpfs", 0, b"size=64k,nr_inodes=16,mode=755")
    os.makedirs("/tmp" + LIBRARY)
    target = ("/tmp" + LIBRARY).encode()
    syscalls.syscall("move_mount", _MOVE_MOUNT, tree, b"", _AT_FDCWD, target, 4)
    os.close(tree)
    for name in ("site-packages", "dist-packages"):
        hidden = f"/tmp{LIBRARY}/{name}"
        if os.path.isdir(hidden):
            syscalls.mount(b"empty", hidden.encode(), b"tmpfs", _RDONLY, b"size=4k,nr_inodes=2")
    os.chdir("/tmp")
    number = _PIVOT_ROOT[os.uname().machine]
    syscalls.syscall("pivot_root", number, b".", b".")
    syscalls.unmount(b".", _MNT_DETACH)
    os.chdir("/")
    _attributes(_AT_FDCWD, b"/", (_RDONLY if read_only else 0) | _NOSUID | _NODEV | _NOEXEC)


def relocate_modules(library: str, home: str) -> None:
    """Tell the loaded modules where their files are now, so that later imports find them."""

    def moved(path: str) -> str:
        return home + path[len(library) :] if path.startswith(library) else ""

    sys.path[:] = [home, home + "/lib-dynload"]
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        places = getattr(module, "__path__", None)
        if isinstance(places, list):
            places[:] = [moved(path) for path in places]
        for name in ("__file__", "__cached__"):
            if isinstance(getattr(module, name, None), str):
                setattr(module, name, moved(getattr(module, name)))
    for name in ("prefix", "exec_prefix", "base_prefix", "base_exec_prefix", "_base_executable"):
        setattr(sys, name, "/")
    sys._stdlib_dir = home  # type: ignore[attr-defined]
    sys.platlibdir = "lib"


def become_nobody() -> None:
    """Give up every identity and capability; the file system must be ready."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    drop_capabilities()


def drop_capabilities() -> None:
    for capability in range(64):
        try:
            syscalls.prctl(syscalls.PR_CAPBSET_DROP, capability)
        except OSError:
            break
    header = struct.pack("Ii", 0x20080522, 0)
    number = _CAPSET[os.uname().machine]
    syscalls.syscall("capset", number, header, b"\0" * 24)

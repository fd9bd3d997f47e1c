"""Namespaces for a zygote and its runs, and a root file system that holds only the library.

All of it is set up once per zygote, so it costs a run nothing.
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
NOBODY = 65534
LIBRARY = "/lib/python"
FOLDER_PARENT = "/home"
FOLDER = FOLDER_PARENT + "/program"  # where the folder of a run is mounted


def enter(kinds: Collection[str] = NAMES) -> None:
    """Move this process into new namespaces of the given `kinds`; tests leave some of them out.

    The next fork of this process becomes process 1 of the new PID namespace. Raises `OSError` where
    the host does not allow it.
    """
    uid, gid = os.geteuid(), os.getegid()
    map_two_users = uid == 0 and "user" in kinds and all(map(_has_nobody, ("uid", "gid")))
    helper = _start_mapping_helper(os.getpid()) if map_two_users else None
    try:
        syscalls.unshare(sum(_FLAGS[kind] for kind in kinds))
    except OSError:
        if helper:
            helper.cancel()
        raise
    if helper:
        helper.map_users()
    elif "user" in kinds:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{NOBODY} {uid} 1")
        _write("/proc/self/gid_map", f"{NOBODY} {gid} 1")
    if "uts" in kinds:
        syscalls.set_hostname(b"sandbox")


def _has_nobody(kind: str) -> bool:
    """Whether `NOBODY` is a user (`kind` "uid") or group ("gid") of the current user namespace."""
    with open(f"/proc/self/{kind}_map") as ranges:
        spans = [tuple(map(int, line.split())) for line in ranges]
    return any(first <= NOBODY < first + size for first, _, size in spans)


class _MappingHelper:
    """A child that stays in the old user namespace: only from there can root map two users."""

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid, self._pipe = pid, pipe

    def cancel(self) -> None:
        """End the helper without mapping anything."""
        os.close(self._pipe)
        os.waitpid(self._pid, 0)

    def map_users(self) -> None:
        """Map root and `NOBODY` into the new namespace; raises `PermissionError` if refused."""
        os.write(self._pipe, b"!")
        os.close(self._pipe)
        _, status = os.waitpid(self._pid, 0)
        if status:
            raise PermissionError(
                "root may not map users into a namespace here: that takes the capabilities "
                "CAP_SETUID, CAP_SETGID and, since Linux 5.12, CAP_SETFCAP"
            )


def _start_mapping_helper(target: int) -> _MappingHelper:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(reader)
        return _MappingHelper(pid, writer)
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


def _set_mount_flags(handle: int, path: bytes, flags: int, at_flags: int = 0) -> None:
    attributes = struct.pack("QQQQ", flags, 0, 0, 0)
    syscalls.syscall(
        "mount_setattr", _MOUNT_SETATTR, handle, path, at_flags, attributes, len(attributes)
    )


def enter_private_root(library: str, *, read_only: bool = True, folders: bool = False) -> None:
    """Make the root a new file system that holds only the folder `library`, at `LIBRARY`.

    With `folders` there is also `FOLDER`, an empty place to mount folders at. `read_only=False` is
    for tests of what else prevents writing. Raises `OSError` when it fails.
    """
    syscalls.mount(b"none", b"/", b"", _MS_REC | _MS_PRIVATE)
    flags = 1 | _CLOEXEC | _AT_RECURSIVE
    tree = syscalls.syscall("open_tree", _OPEN_TREE, _AT_FDCWD, library.encode(), flags)
    _set_mount_flags(tree, b"", _RDONLY | _NOSUID | _NODEV, _AT_EMPTY_PATH | _AT_RECURSIVE)
    syscalls.mount(b"root", b"/tmp", b"tmpfs", 0, b"size=64k,nr_inodes=16,mode=755")
    os.makedirs("/tmp" + LIBRARY)
    if folders:
        os.makedirs("/tmp" + FOLDER)
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
    _set_mount_flags(_AT_FDCWD, b"/", (_RDONLY if read_only else 0) | _NOSUID | _NODEV | _NOEXEC)


def mount_folder(size: int, inodes: int) -> None:
    """Mount an empty file system in memory at `FOLDER`, of at most `size` bytes, for `NOBODY`."""
    options = f"size={size},nr_inodes={inodes},mode=700,uid={NOBODY},gid={NOBODY}"
    flags = _NOSUID | _NODEV | _NOEXEC
    syscalls.mount(b"files", FOLDER.encode(), b"tmpfs", flags, options.encode())


def make_folder_read_only() -> None:
    """Let nobody write any more in what is mounted at `FOLDER`."""
    _set_mount_flags(_AT_FDCWD, FOLDER.encode(), _RDONLY)


def unmount_folder() -> None:
    """Remove what is mounted at `FOLDER`; its memory is freed when nobody has it open any more."""
    syscalls.unmount(FOLDER.encode(), _MNT_DETACH)


def relocate_modules(library: str, home: str) -> None:
    """Replace the folder `library` by `home` in `sys` and in loaded modules.

    Later imports then find the moved files, and no module holds a path outside the library.
    """

    def moved(path: str) -> str:
        return home + path[len(library) :] if path.startswith(library) else ""

    sys.path[:] = [home, home + "/lib-dynload"]
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        folders = getattr(module, "__path__", None)
        if isinstance(folders, list):
            folders[:] = [moved(path) for path in folders]
        for name in ("__file__", "__cached__"):
            if isinstance(getattr(module, name, None), str):
                setattr(module, name, moved(getattr(module, name)))
    for name in ("prefix", "exec_prefix", "base_prefix", "base_exec_prefix", "_base_executable"):
        setattr(sys, name, "/")
    sys._stdlib_dir = home  # type: ignore[attr-defined]
    sys.platlibdir = "lib"


def become_nobody() -> None:
    """Become the user `NOBODY` if this process is root.

    Afterwards no mount can be made, so the root file system must be complete.
    """
    if os.geteuid() == 0:
        with syscalls.named("setgroups"):
            os.setgroups([])
        with syscalls.named("setresgid"):
            os.setresgid(NOBODY, NOBODY, NOBODY)
        with syscalls.named("setresuid"):
            os.setresuid(NOBODY, NOBODY, NOBODY)

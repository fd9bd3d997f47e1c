"""A root file system for one script of a trial, and an inner user namespace in which it is root.

The root holds the programs of this machine, read-only, and the folders of the trial. The script
has user id 0 in its user namespace, which this machine maps to `nobody`, or to the caller if that
is not root.
"""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Mapping, Sequence

from hallmark_rl.sandbox.isolation import namespaces, rlimits, seccomp, syscalls
from hallmark_rl.sandbox.trials.trial_limits import TrialLimits

PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt")
"""Folders of this machine that a script can read."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_LINKS = {
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
_REC, _PRIVATE, _NOSUID, _NODEV, _NOEXEC = 1 << 14, 1 << 18, 2, 4, 8
_NEW_USER = 0x10000000
_SHARED_MB = 64
"""Size of each of `/dev/shm` and `/var/tmp`."""


def make_root(root: str, binds: Mapping[str, str], programs: Sequence[str]) -> None:
    """Make `root` the root, with the system's programs and the folders of the trial.

    Args:
        root: an empty folder.
        binds: folders by the paths at which they are seen.
        programs: further folders that can be read, beside `PROGRAMS`.

    Raises:
        OSError: a mount is refused.
    """
    syscalls.mount(b"none", b"/", b"", _REC | _PRIVATE)
    syscalls.mount(b"root", root.encode(), b"tmpfs", _NOSUID | _NODEV, b"size=16m,mode=755")
    for seen, path in binds.items():
        _bind(path, root, seen, read_only=False)
    for path in [*PROGRAMS, *programs, *_DEVICES]:
        if path in binds:
            continue
        if os.path.islink(path) and path in PROGRAMS:
            os.symlink(os.readlink(path), root + path)
        elif os.path.exists(path):
            _bind(path, root, path, read_only=path not in _DEVICES)
    for link, target in _LINKS.items():
        os.symlink(target, root + link)
    for path in ("/dev/shm", "/var/tmp"):
        _make_folders(root, path)
        owner = f"uid={namespaces.NOBODY},gid={namespaces.NOBODY}"
        options = f"size={_SHARED_MB}m,nr_inodes=10000,mode=1777,{owner}"
        syscalls.mount(b"own", (root + path).encode(), b"tmpfs", _NOSUID | _NODEV, options.encode())
    os.makedirs(root + "/proc")
    syscalls.mount(b"proc", (root + "/proc").encode(), b"proc", _NOSUID | _NODEV | _NOEXEC)
    namespaces.pivot_into(root)


def _bind(source: str, root: str, seen: str, *, read_only: bool) -> None:
    """Mount `source` at the path `seen` below `root`."""
    if os.path.isdir(source):
        _make_folders(root, seen)
    else:
        _make_folders(root, os.path.dirname(seen))
        os.close(os.open(root + seen, os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644))
    namespaces.bind(source, root + seen, read_only=read_only, devices=source in _DEVICES)


def _make_folders(root: str, seen: str) -> None:
    """Make a folder and those above it, below `root`, and follow no link.

    A part of the path may lie in a folder of the trial, such as `/tmp`, where an earlier script has
    left a link that leads out of the root, or a file: it is removed. No script runs meanwhile.
    """
    place = root
    for part in seen.strip("/").split("/"):
        place = f"{place}/{part}"
        if os.path.lexists(place) and not stat.S_ISDIR(os.lstat(place).st_mode):
            os.unlink(place)
        if not os.path.lexists(place):
            os.mkdir(place)


def become_inner_root() -> None:
    """Change to `nobody` and enter an inner user namespace as its root.

    The mounts belong to the outer user namespace, so this root cannot change them.
    """
    if os.geteuid() != namespaces.NOBODY:
        os.setgroups([])
        os.setresgid(namespaces.NOBODY, namespaces.NOBODY, namespaces.NOBODY)
        os.setresuid(namespaces.NOBODY, namespaces.NOBODY, namespaces.NOBODY)
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)
    syscalls.unshare(_NEW_USER)
    for name, text in (("setgroups", "deny"), ("uid_map", None), ("gid_map", None)):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text or f"0 {namespaces.NOBODY} 1")


def run_and_reap(
    command: Sequence[str], folder: str, variables: Mapping[str, str], limits: TrialLimits
) -> None:
    """Run a command, reap what it leaves behind, and exit with its status.

    This process is confined as well: a script may trace it, and make calls in its name.
    """
    try:
        confine(limits)
    except (OSError, ValueError) as error:
        os.write(2, f"hallmark: a script cannot be confined: {error}\n".encode())
        os._exit(126)
    pid = os.fork()
    if not pid:
        try:
            os.chdir(folder)
            os.execvpe(command[0], list(command), dict(variables))
        except (OSError, ValueError) as error:
            os.write(2, f"hallmark: {command[0]} cannot be started: {error}\n".encode())
        os._exit(127)
    while True:
        ended, status = os.wait()
        if ended == pid:
            os._exit(os.waitstatus_to_exitcode(status) % 256)


def confine(limits: TrialLimits) -> None:
    """Set the limits of a script and load the filter of its system calls, in this process.

    Raises:
        OSError: the filter is refused.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = limits.open_files if most == resource.RLIM_INFINITY else min(limits.open_files, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    mapped = limits.memory_mb << 22  # bytes of address space: programs map more than they use
    rlimits.set_run_limits(
        rlimits.run_limits(mapped, 3600.0, limits.processes, limits.file_mb << 20)
    )
    syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    if seccomp.supported():
        seccomp.load(seccomp.script_filter())

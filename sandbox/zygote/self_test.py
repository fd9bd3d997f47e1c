"""A canary child tries each forbidden act; a wall stands only where the canary failed.

Each act is a function that returns when it succeeded and raises when something stopped it. Where
the act would leave a trace, it is called with arguments that the kernel refuses once the call
reaches it: a bad pointer that the kernel complains of is a system call that nothing stopped.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
from collections.abc import Callable

from hallmark_rl.sandbox.child import runner
from hallmark_rl.sandbox.isolation import rlimits
from hallmark_rl.sandbox.isolation.syscalls import syscall
from hallmark_rl.sandbox.protocol import codec, framing
from hallmark_rl.sandbox.zygote.fds import aside, leave_zygote

Act = Callable[[], object]
Step = Callable[[], None]
_X32_GETPID = 0x40000000 | 39
_LIMIT = 256 << 20
_STOPPED = {
    errno.EPERM, errno.EACCES, errno.ENOENT, errno.ENOSYS, errno.EROFS, errno.EAGAIN,
    errno.ENOMEM, errno.ENODEV, errno.EAFNOSUPPORT,
}  # fmt: skip


def _read(path: str) -> Act:
    return lambda: os.close(os.open(path, os.O_RDONLY))


def _write(folder: str) -> Act:
    return lambda: os.close(os.open(folder, os.O_RDWR | os.O_TMPFILE, 0o600))


def _socket(family: int, kind: int) -> Act:
    return lambda: os.close(syscall("socket", 41, family, kind, 0))


def _raw(name: str, number: int, *arguments: int | bytes) -> Act:
    return lambda: syscall(name, number, *arguments)


def _fork() -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    with contextlib.suppress(OSError):
        os.waitpid(pid, 0)  # or its end may stop this process once that is traced


def _signal_parent() -> None:
    os.kill(os.getppid(), 0)


def _see_host() -> None:
    os.stat("/etc/passwd")


def _see_processes() -> None:
    if os.getppid() != 1:
        return
    os.stat("/proc/self")


def _environment() -> None:
    if not os.environ:
        raise PermissionError(errno.EPERM, "empty")


def _descriptors() -> None:
    for descriptor in range(4, 64):
        try:
            os.fstat(descriptor)
        except OSError:
            continue
        return
    raise PermissionError(errno.EPERM, "closed")


def _be_root() -> None:
    if os.getuid():
        raise PermissionError(errno.EPERM, "not root")


def _shared_memory() -> None:
    mmap.mmap(-1, 4096, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)


def _memory() -> None:
    mmap.mmap(-1, 2 * _LIMIT, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


# What stops these is in every level worth the name ...
FILTERED: dict[str, Act] = {
    "read a host file": _read("/etc/passwd"),
    "read the caller's environment": _read("/proc/1/environ"),
    "list the root directory": lambda: os.listdir("/"),
    "write in /tmp": _write("/tmp"),
    "write in /dev/shm": _write("/dev/shm"),
    "write in its directory": _write("."),
    "open an internet socket": _socket(2, 1),
    "open a unix socket": _socket(1, 1),
    "open a netlink socket": _socket(16, 3),
    "open a vsock": _socket(40, 1),
    "make a socket pair": _raw("socketpair", 53, 1, 1, 0, 0),
    "start a process": _fork,
    "start a thread": _raw("clone", 56, 0x00010000, 0, 0, 0, 0),
    "run a program": _raw("execve", 59, 0, 0, 0),
    "enter a new namespace": _raw("unshare", 272, 1),
    "mount": _raw("mount", 165, 0, 0, 0, 0, 0),
    "change root": _raw("chroot", 161, 0),
    "make a device": _raw("mknodat", 259, -100, 0, 0o60600, 0xFE00),
    "trace another process": _raw("ptrace", 101, 0, 0, 0, 0),
    "read another process": _raw("process_vm_readv", 310, 0, 0, 0, 0, 0, 1),
    "load a BPF program": _raw("bpf", 321, 0, 0, 120),
    "open a performance counter": _raw("perf_event_open", 298, 0, 0, -1, -1, 0),
    "use io_uring": _raw("io_uring_setup", 425, 4, 0),
    "use userfaultfd": _raw("userfaultfd", 323, 0xFFFF),
    "leave a key": _raw("add_key", 248, 0, 0, 0, 0, -4),
    "make a memory file": _raw("memfd_create", 319, 0, 0),
    "make System V shared memory": _raw("shmget", 29, 0, 0, 0o1600),
    "make a message queue": _raw("mq_open", 240, 0, 0o102, 0o600, 0),
    "make a pipe": _raw("pipe2", 293, 0, 0),
    "lock a file": _raw("flock", 73, 99, 2),
    "push input into a terminal": _raw("ioctl", 16, 0, 0x5412, 0),
    "take real-time priority": _raw("sched_setscheduler", 144, 0, 1, 0),
    "raise its priority": _raw("setpriority", 141, 0, 0, 0),
    "share memory": _shared_memory,
    "use twice its memory": _memory,
    "read an environment": _environment,
    "use a descriptor of the runner": _descriptors,
}  # fmt: skip
# ... these take namespaces ...
KERNEL: dict[str, Act] = {
    "see a host path": _see_host,
    "see host processes": _see_processes,
    "be a user of the host": _be_root,
}
# ... and signals are stopped by a PID namespace, or by the filter where there is none.
SIGNALS: dict[str, Act] = {"signal its parent": _signal_parent}
# What a bare process can still promise.
PROCESS: dict[str, Act] = {
    name: FILTERED[name]
    for name in ("use twice its memory", "read an environment", "use a descriptor of the runner")
}
FATAL: dict[str, Act] = {"use the x32 system calls": _raw("getpid", _X32_GETPID)}


class Canary:
    """Made before the walls, which allow no pipe, and sent out once they stand."""

    def __init__(self) -> None:
        self._reader, self._writer = map(aside, os.pipe())
        os.set_blocking(self._reader, False)

    def fly(self, confine: Step, *, inside: bool) -> list[str]:
        """Try everything in children confined as runs are; returns the acts that succeeded."""
        acts = {**FILTERED, **KERNEL, **({} if inside else SIGNALS)} if machine_known() else PROCESS
        succeeded = self._in_child(acts, confine) or []
        for name, act in FATAL.items() if machine_known() else ():
            succeeded += self._in_child({name: act}, confine) or []
        os.close(self._reader)
        os.close(self._writer)
        return succeeded

    def _in_child(self, acts: dict[str, Act], confine: Step) -> list[str] | None:
        pid = os.fork()
        if not pid:
            try:
                os.close(self._reader)
                os.dup2(self._writer, runner.DATA, inheritable=False)
                os.close(self._writer)
                leave_zygote()
                rlimits.bound(_LIMIT, 1.0, 0)
                confine()
                done = [name for name, act in acts.items() if _succeeds(act)]
                framing.write_all(runner.DATA, framing.frame(codec.dumps(done)))
            finally:
                os._exit(0)
        _, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status):
            return None
        try:
            reply = framing.read_frame(self._reader)
        except BlockingIOError:
            reply = None
        found: list[str] = codec.loads(reply) if reply is not None else ["fall silent"]
        return found


def machine_known() -> bool:
    """The acts are written in the system call numbers of one machine."""
    return os.uname().machine == "x86_64"


def _succeeds(act: Act) -> bool:
    try:
        act()
    except OSError as error:
        return error.errno not in _STOPPED
    return True

"""System call filters (seccomp BPF): an allow-list, searched as a balanced tree.

The zygote loads `zygote_filter()` once, and every run inherits it. It allows the calls that CPython
needs to compute, and those that the zygote needs to serve runs (fork, wait, kill, messages). Where
a run loads `run_filter()` on top, that denies the zygote's calls again. A call that is not listed
fails with EPERM; a call by x32 or by a foreign architecture kills the process.

A zygote whose runs have folders allows more. There each run is the only process that sees its
folder, all else is read-only, and the folder is gone after the run. What could leave a trace on the
pipes of a run, which may serve the next, stays refused: so the calls below that change a mode or
a time take a path, never a descriptor, and locks are granted without being taken.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Callable

from hallmark_rl.sandbox.isolation.syscalls import PROT_EXEC, PROT_WRITE, syscall

ALLOW = 0x7FFF0000
KILL = 0x80000000
_ERRNO = 0x00050000
_LD, _JA, _JEQ, _JGE, _JSET, _RET, _AND = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06, 0x54
_NR, _ARCH, _ARGS = 0, 4, 16
_X86_64 = 0xC000003E
_X32 = 0x40000000
_EPERM, _ENOSYS, _ENOTSUP = 1, 38, 95
_SECCOMP = 317
_FORK_FLAGS = 0x01200011

# System call numbers of x86-64: first those a run needs to compute, then those a zygote needs to
# serve runs.
_COMPUTE = {
    0: "read", 1: "write", 3: "close", 5: "fstat", 7: "poll", 8: "lseek", 10: "mprotect",
    11: "munmap", 12: "brk", 13: "rt_sigaction", 14: "rt_sigprocmask", 15: "rt_sigreturn",
    17: "pread64", 19: "readv", 20: "writev", 23: "select", 24: "sched_yield", 25: "mremap",
    28: "madvise", 32: "dup", 33: "dup2", 34: "pause", 35: "nanosleep", 39: "getpid",
    60: "exit", 63: "uname", 79: "getcwd", 96: "gettimeofday", 97: "getrlimit",
    98: "getrusage", 100: "times", 102: "getuid", 104: "getgid", 107: "geteuid", 108: "getegid",
    110: "getppid", 111: "getpgrp", 131: "sigaltstack", 186: "gettid", 201: "time", 202: "futex",
    217: "getdents64", 218: "set_tid_address", 219: "restart_syscall",
    228: "clock_gettime", 229: "clock_getres", 230: "clock_nanosleep", 231: "exit_group",
    257: "openat", 262: "newfstatat", 270: "pselect6", 271: "ppoll", 273: "set_robust_list",
    292: "dup3", 318: "getrandom", 332: "statx", 334: "rseq", 436: "close_range",
    2: "open", 4: "stat", 6: "lstat", 21: "access", 269: "faccessat", 439: "faccessat2",
}  # fmt: skip
# What a run needs beside these to write files, where it has a folder for them.
_FOLDER = {
    18: "pwrite64", 26: "msync", 74: "fsync", 75: "fdatasync", 76: "truncate", 77: "ftruncate",
    80: "chdir", 82: "rename", 83: "mkdir", 84: "rmdir", 87: "unlink", 90: "chmod", 95: "umask",
    258: "mkdirat", 263: "unlinkat", 264: "renameat", 268: "fchmodat", 316: "renameat2",
}  # fmt: skip
_LIST_ATTRIBUTES = {194: "listxattr", 195: "llistxattr", 196: "flistxattr"}
_UTIMENSAT = 280
_SERVE = {
    47: "recvmsg", 61: "wait4", 62: "kill", 234: "tgkill", 434: "pidfd_open",
}  # fmt: skip
# What a script with programs of its own may not do: have memory that no process and no file system
# shows (System V's, nameless files, rings), mounts, namespaces, and rare parts of the kernel.
_UNSEEN_MEMORY = {
    29: "shmget", 68: "msgget", 319: "memfd_create", 447: "memfd_secret", 425: "io_uring_setup",
}  # fmt: skip
_KERNEL = {
    155: "pivot_root", 165: "mount", 166: "umount2", 167: "swapon", 248: "add_key",
    250: "keyctl", 272: "unshare", 298: "perf_event_open", 308: "setns", 321: "bpf",
    323: "userfaultfd", 428: "open_tree", 429: "move_mount", 430: "fsopen", 432: "fsmount",
    433: "fspick", 442: "mount_setattr",
}  # fmt: skip
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEW* of every kind
_MMAP, _MPROTECT, _IOCTL, _CLONE, _FCNTL = 9, 10, 16, 56, 72
_PRCTL, _PRLIMIT, _CLONE3 = 157, 302, 435
_MAP_SHARED, _MAP_ANONYMOUS = 0x01, 0x20
_HARMLESS_FCNTL = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
_GETLK = 5
_LOCK_FCNTL = (6, 7)  # F_SETLK, F_SETLKW
_HARMLESS_IOCTL = (0x5450, 0x5451)  # FIONCLEX, FIOCLEX: what F_SETFD does
_NOFOLLOW = 0x100  # AT_SYMLINK_NOFOLLOW

Instruction = tuple[int, int, int, int]
Code = list[Instruction]


def _only(argument: int, values: tuple[int, ...]) -> Code:
    """Allow the call if argument number `argument` is one of `values`; all 64 bits are compared."""
    offset = _ARGS + 8 * argument
    code: Code = [(_LD, 0, 0, offset + 4), (_JEQ, 0, len(values) + 1, 0)]
    code.append((_LD, 0, 0, offset))
    for left, value in zip(range(len(values), 0, -1), values, strict=True):
        code.append((_JEQ, left, 0, value))
    return [*code, (_RET, 0, 0, _ERRNO | _EPERM), (_RET, 0, 0, ALLOW)]


def _unless_bits(argument: int, bits: int) -> Code:
    """Allow the call if none of `bits` is set in argument number `argument`."""
    return [
        (_LD, 0, 0, _ARGS + 8 * argument),
        (_JSET, 0, 1, bits),
        (_RET, 0, 0, _ERRNO | _EPERM),
        (_RET, 0, 0, ALLOW),
    ]


_PASS: Code = [(_RET, 0, 0, ALLOW)]
_DENY: Code = [(_RET, 0, 0, _ERRNO | _EPERM)]
_ABSENT: Code = [(_RET, 0, 0, _ERRNO | _ENOSYS)]
_UNSUPPORTED: Code = [(_RET, 0, 0, _ERRNO | _ENOTSUP)]
_SHARED_FILES_ONLY: Code = [  # mmap: refuse memory that is shared and belongs to no file
    (_LD, 0, 0, _ARGS + 8 * 3),
    (_AND, 0, 0, _MAP_SHARED | _MAP_ANONYMOUS),
    (_JEQ, 0, 1, _MAP_SHARED | _MAP_ANONYMOUS),
    (_RET, 0, 0, _ERRNO | _EPERM),
    (_RET, 0, 0, ALLOW),
]
_GRANT_LOCKS: Code = [  # fcntl: answer 0 to an order for a lock, without acting
    (_LD, 0, 0, _ARGS + 8 * 1),
    *((_JEQ, left, 0, command) for left, command in zip((2, 1), _LOCK_FCNTL, strict=True)),
    (_JA, 0, 0, 1),
    (_RET, 0, 0, _ERRNO),
    *_only(1, (*_HARMLESS_FCNTL, _GETLK)),
]
_TIMES_OF_PATH: Code = [  # utimensat: without a path it would change what a descriptor refers to
    (_LD, 0, 0, _ARGS + 8 * 1),
    (_JEQ, 0, 3, 0),
    (_LD, 0, 0, _ARGS + 8 * 1 + 4),
    (_JEQ, 0, 1, 0),
    (_RET, 0, 0, _ERRNO | _EPERM),
    *_only(3, (0, _NOFOLLOW)),
]


def _tree(leaves: list[tuple[int, Code]], default: Code) -> Code:
    """Code that finds the call's number by binary search and continues with that leaf's code."""
    if len(leaves) == 1:
        number, code = leaves[0]
        return [(_JEQ, 0, len(code), number), *code, *default]
    half = len(leaves) // 2
    low, high = _tree(leaves[:half], default), _tree(leaves[half:], default)
    if len(low) > 255:
        raise ValueError(
            f"A branch of the system call filter has {len(low)} instructions, but a BPF jump can "
            "skip at most 255: allow fewer calls."
        )
    return [(_JGE, len(low), 0, leaves[half][0]), *low, *high]


def _program(leaves: dict[int, Code], default: Code) -> bytes:
    """The BPF program that runs `leaves[number]` for a listed call and `default` for any other."""
    code: Code = [
        (_LD, 0, 0, _ARCH),
        (_JEQ, 1, 0, _X86_64),
        (_RET, 0, 0, KILL),
        (_LD, 0, 0, _NR),
        (_JGE, 0, 1, _X32),
        (_RET, 0, 0, KILL),
        *_tree(sorted(leaves.items()), default),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in code)


def supported() -> bool:
    """Whether there is a filter for this machine: the numbers above are those of x86-64."""
    return os.uname().machine == "x86_64"


def zygote_filter(*, run_adds_filter: bool = False, folders: bool = False) -> bytes:
    """The allow-list that a zygote loads, as a BPF program.

    `run_adds_filter` also allows what a run needs to set its death signal and load `run_filter`,
    `folders` what it needs to write files in its folder.
    """
    leaves = dict.fromkeys([*_COMPUTE, *_SERVE, *(_FOLDER if folders else ())], _PASS)
    leaves[_MMAP] = _unless_bits(3, _MAP_SHARED)
    leaves[_CLONE] = _only(0, (_FORK_FLAGS,))
    leaves[_FCNTL] = _only(1, _HARMLESS_FCNTL)
    leaves[_IOCTL] = _only(1, _HARMLESS_IOCTL)
    if folders:
        leaves |= dict.fromkeys(_LIST_ATTRIBUTES, _UNSUPPORTED)
        leaves |= {_MMAP: _SHARED_FILES_ONLY, _FCNTL: _GRANT_LOCKS, _UTIMENSAT: _TIMES_OF_PATH}
    if run_adds_filter:
        leaves[_SECCOMP] = _PASS
        leaves[_PRCTL] = _only(0, (1,))
    leaves[_PRLIMIT] = _only(0, (0,))
    leaves[_CLONE3] = _ABSENT
    return _program(leaves, _DENY)


def run_filter() -> bytes:
    """The filter that a run loads on top of `zygote_filter`: it denies the zygote's own calls."""
    leaves = dict.fromkeys({*_SERVE, _CLONE, _PRCTL, _SECCOMP}, _DENY)
    return _program(leaves, _PASS)


def script_filter() -> bytes:
    """A filter for a script that runs programs of the machine, whose memory is being watched.

    It refuses memory that belongs neither to a process nor to a file, new namespaces and mounts.
    """
    leaves = dict.fromkeys(_UNSEEN_MEMORY, _ABSENT) | dict.fromkeys(_KERNEL, _DENY)
    leaves |= {_MMAP: _SHARED_FILES_ONLY, _CLONE: _unless_bits(0, _NEW_NAMESPACES)}
    leaves[_CLONE3] = _ABSENT
    return _program(leaves, _PASS)


def executable_memory_filter() -> bytes:
    """A filter that refuses memory which is writable and executable, or becomes executable."""
    both = PROT_WRITE | PROT_EXEC
    not_both: Code = [
        (_LD, 0, 0, _ARGS + 8 * 2),
        (_AND, 0, 0, both),
        (_JEQ, 0, 1, both),
        (_RET, 0, 0, _ERRNO | _EPERM),
        (_RET, 0, 0, ALLOW),
    ]
    return _program({_MMAP: not_both, _MPROTECT: _unless_bits(2, PROT_EXEC)}, _PASS)


def loader(program: bytes) -> Callable[[], None]:
    """A function that loads `program` into the process that calls it; all is prepared beforehand.

    The process must have set no-new-privileges. A filter cannot be removed.
    """
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))

    def load_prepared(_buffer: object = buffer) -> None:  # `header` has its address: keep it
        syscall("seccomp", _SECCOMP, 1, 0, header)

    return load_prepared


def load(program: bytes) -> None:
    """Load a filter into this process. Raises `OSError` if the kernel refuses it."""
    loader(program)()

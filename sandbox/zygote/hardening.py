"""The isolation steps of a zygote, in the order in which `bootstrap` takes them.

Each step turns on mechanisms through `Mechanisms.enable`, which records what is in force and what
is not. A zygote that lacks one of them still starts; `isolation_level` decides what it may claim.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from hallmark_rl.sandbox.isolation import fds, landlock, namespaces, rlimits, seccomp, syscalls
from hallmark_rl.sandbox.zygote.mechanisms import Mechanisms


def isolate_process(mechanisms: Mechanisms) -> tuple[str, bool]:
    """Enter namespaces and a private root, give up user and capabilities, clear the environment.

    Where a PID namespace is entered, this process stays behind to wait for a fork, and the fork
    returns. Returns the folder of the standard library, and whether this process is process 1 of a
    PID namespace of its own.
    """
    library = os.path.dirname(os.__file__)
    kinds = [kind for kind in namespaces.NAMES if mechanisms.wanted(f"{kind}-namespace")]
    entered = mechanisms.enable("namespaces", lambda: _enter_namespaces(kinds))
    pid_namespace = entered and "pid" in kinds
    if entered and "mount" in kinds:
        read_only = mechanisms.wanted("read-only")
        if mechanisms.enable(
            "private-root", lambda: namespaces.enter_private_root(library, read_only=read_only)
        ):
            namespaces.relocate_modules(library, namespaces.LIBRARY)
            library = namespaces.LIBRARY
    else:
        namespaces.relocate_modules(library, library)
    if entered or (os.geteuid() == 0 and _open_to_all(library)):
        mechanisms.enable("no-identity", namespaces.become_nobody)
    if pid_namespace:
        _continue_as_process_1()
        mechanisms.enable("death-signal", _die_with_parent)
    mechanisms.enable("environment", _clear_environment)
    return library, pid_namespace


def set_limits_and_filters(mechanisms: Mechanisms, library: str, *, pid_namespace: bool) -> None:
    """Set the limits and filters that every run inherits; only `library` stays readable."""
    mechanisms.enable("rlimits", rlimits.set_zygote_limits)
    mechanisms.enable("not-dumpable", lambda: _prctl(syscalls.PR_SET_DUMPABLE, 0))
    if mechanisms.enable("no-new-privs", lambda: _prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)):
        mechanisms.enable(
            "mdwe", lambda: _prctl(syscalls.PR_SET_MDWE, syscalls.PR_MDWE_REFUSE_EXEC_GAIN)
        )
        mechanisms.enable("landlock", lambda: landlock.restrict(library))
        mechanisms.enable("seccomp", lambda: _load_filter(run_adds_filter=not pid_namespace))


def run_confinement(mechanisms: Mechanisms, *, pid_namespace: bool) -> Callable[[], None]:
    """Make the function that each run calls to confine itself further.

    It does nothing in a PID namespace, where what a run inherits is enough. Elsewhere it sets the
    run's death signal and takes away the system calls that only the zygote needs.
    """
    if pid_namespace:
        return _do_nothing
    adds_filter = "seccomp" in mechanisms.active and mechanisms.enable("seccomp-lock", _do_nothing)
    dies_with_parent = mechanisms.enable("death-signal", _do_nothing)
    load_filter = seccomp.loader(seccomp.run_filter()) if adds_filter else _do_nothing
    zygote = os.getpid()

    def confine() -> None:
        if dies_with_parent:
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, 9)
            if os.getppid() != zygote:  # it died before the signal was set
                os._exit(1)
        load_filter()

    return confine


def _enter_namespaces(kinds: list[str]) -> list[str]:
    namespaces.enter(kinds)
    entered = [f"{kind}-namespace" for kind in kinds]
    return [*entered, "namespaces"] if len(kinds) == len(namespaces.NAMES) else entered


def _open_to_all(library: str) -> bool:
    """Whether a user without rights can reach the library; a zygote started as root becomes one."""
    folder = library
    while folder != "/":
        if not os.stat(folder).st_mode & 0o001:
            return False
        folder = os.path.dirname(folder)
    return True


def _continue_as_process_1() -> None:
    """Fork process 1 of the new PID namespace, which returns; this process waits for its end."""
    pid = os.fork()
    if pid:
        fds.close_zygote_fds()
        os.waitpid(pid, 0)
        os._exit(0)


def _clear_environment() -> None:
    """Remove what the interpreter holds of its environment, command line and executable."""
    os.environ.clear()
    sys.argv[:] = [""]
    sys.orig_argv[:] = [""]
    sys.executable = ""


def _die_with_parent() -> None:
    _prctl(syscalls.PR_SET_PDEATHSIG, 9)


def _prctl(option: int, value: int) -> None:
    syscalls.prctl(option, value)


def _load_filter(*, run_adds_filter: bool) -> None:
    if not seccomp.supported():
        raise OSError(f"there is no system call filter for {os.uname().machine}")
    seccomp.load(seccomp.zygote_filter(run_adds_filter=run_adds_filter))


def _do_nothing() -> None:
    return

"""How a zygote comes to be: warm up, raise the walls, send a canary, say what holds, serve."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import select
import sys
from _socket import CMSG_LEN, SCM_RIGHTS, SOL_SOCKET, socket
from collections.abc import Callable
from fcntl import F_DUPFD_CLOEXEC, fcntl
from importlib import import_module
from signal import SIG_DFL, SIGINT, signal
from typing import Never

from hallmark_rl.sandbox.child import fork_per_call, runner
from hallmark_rl.sandbox.isolation import landlock, namespaces, rlimits, seccomp, syscalls
from hallmark_rl.sandbox.protocol import codec
from hallmark_rl.sandbox.zygote import fds, self_test, server
from hallmark_rl.sandbox.zygote import virtual_clock as clock
from hallmark_rl.sandbox.zygote.mechanisms import Walls, level
from hallmark_rl.sandbox.zygote.memory import mappings, page_pinning, warmup

# What programs import most: loaded once here, found warm by every run.
_WARM = (
    "bisect", "collections", "copy", "functools", "heapq", "itertools", "math", "operator",
    "random", "re", "string", "typing", "zlib", "atexit",
)  # fmt: skip
_ORDER_BYTES = 1 << 10
_FORKING = 3 + fork_per_call.ALIVE  # waiter, zygote, loaded program


def main(
    control: int, caller: int, language: str, seed: int, virtual_clock: bool, omit: list[str]
) -> None:
    """Serve the process `caller` over the socket `control` until it is gone."""
    watch = os.pidfd_open(caller)
    if os.getppid() != caller:
        return
    fds.place({control: fds.CONTROL, watch: fds.CALLER})
    _be_zygote(lambda: _warm(language, seed, virtual_clock), language, seed, omit)


def hatch(orders: int, language: str, seed: int, virtual_clock: bool) -> None:
    """Fork a zygote for whoever asks over the socket `orders`, until nobody can."""
    kept = _warm(language, seed, virtual_clock)
    asked = socket(fileno=orders)
    alive: dict[int, int] = {}
    poller = select.poll()
    poller.register(asked, select.POLLIN)
    while True:
        for ready, _ in poller.poll():
            if ready in alive:
                os.waitpid(alive.pop(ready), 0)
                poller.unregister(ready)
                os.close(ready)
                continue
            message, ancillary, _, _ = asked.recvmsg(_ORDER_BYTES, CMSG_LEN(4 * 4))
            if not message:
                return
            control, watch, errors, answer = memoryview(ancillary[0][2]).cast("i")
            pid = os.fork()
            if not pid:
                for descriptor in (orders, answer, *alive):
                    os.close(descriptor)
                os.setpgid(0, 0)
                os.dup2(errors, 2)
                os.close(errors)
                fds.place({control: fds.CONTROL, watch: fds.CALLER})
                omit = message.partition(b" ")[2].decode().split(",")
                _be_zygote(lambda: kept, language, seed, omit)
            handle = os.pidfd_open(pid)
            rights = (SOL_SOCKET, SCM_RIGHTS, handle.to_bytes(4, sys.byteorder))
            reply = socket(fileno=answer)
            with contextlib.suppress(OSError):  # who asked may be gone
                reply.sendmsg([str(pid).encode()], [rights])
            reply.close()
            for descriptor in (control, watch, errors):
                os.close(descriptor)
            alive[handle] = pid
            poller.register(handle, select.POLLIN)


def _warm(language: str, seed: int, virtual_clock: bool) -> list[bytes]:
    """Load all that runs share, laid out for forks; what is returned is to be kept."""
    if virtual_clock:
        clock.install()
    warm_up(language, seed)
    gc.collect()
    gc.freeze()
    kept = page_pinning.fill_holes()
    mappings.compact()
    return kept


def _be_zygote(warm: Callable[[], list[bytes]], language: str, seed: int, omit: list[str]) -> Never:
    """Get `warm`, raise the walls and serve; this process does not come back."""
    errors = fcntl(2, F_DUPFD_CLOEXEC, fds.CALLER)
    try:
        kept = warm()
        _serve(Walls(frozenset(omit)), language, seed, errors)
        del kept
    except Exception as error:
        os.write(errors, f"{type(error).__name__}: {error}".encode())
        os._exit(1)
    os._exit(0)


def _serve(walls: Walls, language: str, seed: int, errors: int) -> None:
    bird, stage = self_test.Canary(), warmup.Stage()
    control = socket(fileno=fds.CONTROL)
    library = os.path.dirname(os.__file__)
    kinds = [kind for kind in namespaces.NAMES if walls.wanted(f"{kind}-namespace")]
    entered = walls.raise_wall("namespaces", lambda: _enter(kinds))
    inside = entered and "pid" in kinds
    if entered and "mount" in kinds:
        read_only = walls.wanted("read-only")
        if walls.raise_wall(
            "private-root", lambda: namespaces.private_root(library, read_only=read_only)
        ):
            namespaces.relocate_modules(library, namespaces.LIBRARY)
            library = namespaces.LIBRARY
    else:
        namespaces.relocate_modules(library, library)
    if entered or (os.geteuid() == 0 and _open_to_all(library)):
        walls.raise_wall("no-identity", namespaces.become_nobody)
    if inside:
        _wait_for_fork()
        walls.raise_wall("death-signal", lambda: _prctl(syscalls.PR_SET_PDEATHSIG, 9))
    walls.raise_wall("environment", server.scrub)
    signal(SIGINT, SIG_DFL)
    fds.make_room()
    _open_output()
    gc.freeze()  # what the walls have left
    stage.rehearse(language, seed, inside=inside)
    _harden(walls, library, inside)
    confine = _confine(walls, inside)
    stage.leave()
    os.close(errors)
    breaches = bird.fly(confine, inside=inside)
    hello = {
        "level": level(walls.standing, breaches),
        "mechanisms": walls.standing,
        "missing": walls.missing,
        "permitted_acts": breaches,
        "forks": inside and "start a process" not in breaches,
    }
    os.write(fds.CONTROL, codec.dumps(hello))
    service = server.Service(control, confine, inside=inside, forks=_FORKING)
    while service.next():
        pass


def _enter(kinds: list[str]) -> list[str]:
    namespaces.enter(kinds)
    entered = [f"{kind}-namespace" for kind in kinds]
    return [*entered, "namespaces"] if len(kinds) == len(namespaces.NAMES) else entered


def _wait_for_fork() -> None:
    """Become process 1 of the new namespace; this process stays to wait for it."""
    pid = os.fork()
    if pid:
        fds.leave_zygote()
        os.waitpid(pid, 0)
        os._exit(0)


def _open_to_all(library: str) -> bool:
    """Whether a user with no rights can reach the library, as a zygote that was root must."""
    place = library
    while place != "/":
        if not os.stat(place).st_mode & 0o001:
            return False
        place = os.path.dirname(place)
    return True


def _harden(walls: Walls, library: str, inside: bool) -> None:
    walls.raise_wall("rlimits", rlimits.inherit)
    walls.raise_wall("not-dumpable", lambda: _prctl(syscalls.PR_SET_DUMPABLE, 0))
    if walls.raise_wall("no-new-privs", lambda: _prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)):
        walls.raise_wall(
            "mdwe", lambda: _prctl(syscalls.PR_SET_MDWE, syscalls.PR_MDWE_REFUSE_EXEC_GAIN)
        )
        walls.raise_wall("landlock", lambda: landlock.restrict(library))
        walls.raise_wall("seccomp", lambda: _filter(lockable=not inside))


def _prctl(option: int, value: int) -> None:
    syscalls.prctl(option, value)


def _filter(*, lockable: bool) -> None:
    if not seccomp.supported():
        raise OSError(f"no filter for {os.uname().machine}")
    seccomp.load(seccomp.base(lockable=lockable))


def _confine(walls: Walls, inside: bool) -> Callable[[], None]:
    """What a child adds: nothing inside a namespace, where what it inherits is enough."""
    if inside:
        return _nothing
    locks = "seccomp" in walls.standing and walls.raise_wall("seccomp-lock", _nothing)
    dies = walls.raise_wall("death-signal", _nothing)
    lock = seccomp.ready(seccomp.lock()) if locks else _nothing
    parent = os.getpid()

    def confine() -> None:
        if dies:
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, 9)
            if os.getppid() != parent:
                os._exit(1)
        lock()

    return confine


def _nothing() -> None:
    return


def _open_output() -> None:
    """Give this process output streams that a child finds ready on its own descriptors."""
    for descriptor in (1, 2):
        os.dup2(0, descriptor)  # nothing, for as long as there is no run
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = io.TextIOWrapper(
            io.FileIO(descriptor, "w", closefd=False),
            encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True,
        )  # fmt: skip
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
        runner.first_streams[descriptor - 1] = stream
    sys.stdin = sys.__stdin__ = open(  # type: ignore[misc]  # noqa: SIM115
        0, encoding="utf-8", errors="surrogateescape", closefd=False
    )
    os.close(1)
    os.close(2)


def warm_up(language: str, seed: int) -> None:
    """Load what programs import most, and what every run does."""
    register, os.register_at_fork = os.register_at_fork, _forget_hook
    try:
        for name in _WARM:
            import_module(name)
        runner.warm_up(language, seed)
        warmup.practise(language, seed)
    finally:
        os.register_at_fork = register
    sys.modules["random"].seed(seed)


def _forget_hook(**_: object) -> None:
    """Refuse hooks on fork: that of `random` would give every run another seed."""

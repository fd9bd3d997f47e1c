"""How a zygote starts: load and warm up, isolate itself, run the self-test, report, serve runs.

`main` does this in a new interpreter. `fork_zygotes` does the first step once, and the others in
each fork that it is asked for. The isolation steps are in `hardening.py`.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import select
import sys
from _socket import CMSG_LEN, SCM_RIGHTS, SOL_SOCKET, socket
from collections.abc import Callable, Iterable, Sequence
from fcntl import F_DUPFD_CLOEXEC, fcntl
from importlib import import_module
from signal import SIG_DFL, SIGINT, SIGKILL, signal
from typing import Any, NamedTuple, Never

from hallmark_rl.sandbox.child import fork_per_call, runner
from hallmark_rl.sandbox.isolation import fds, rlimits, syscalls
from hallmark_rl.sandbox.protocol import codec
from hallmark_rl.sandbox.zygote import (
    code_paths,
    hardening,
    package_files,
    packages,
    run_server,
    trial_runs,
)
from hallmark_rl.sandbox.zygote import virtual_clock as clock
from hallmark_rl.sandbox.zygote.child_steps import StepChildren
from hallmark_rl.sandbox.zygote.mechanisms import Mechanisms, isolation_level
from hallmark_rl.sandbox.zygote.self_test import run_self_test

# The modules that programs import most: imported once here, so that no run has to.
_PRELOADED = (
    "bisect", "collections", "copy", "functools", "heapq", "itertools", "math", "operator",
    "random", "re", "string", "typing", "zlib", "atexit",
)  # fmt: skip
_CALLER_NEEDS = {"eventfd": lambda: os.eventfd(0), "memfd_create": lambda: os.memfd_create("probe")}
"""System calls that the caller makes for some runs: what kills a child here would kill it too."""
_FILLER_SIZES, _FILLERS = range(1, 240, 16), 80
"""Objects that fill the gaps which start-up leaves between small objects. Without them, a run puts
its objects into these gaps, on many pages that it shares with the zygote and must copy first."""
_REQUEST_BYTES = 1 << 10
_PROVEN_BYTES = 1 << 16
_MAX_REFUSAL = 2000  # characters
_FORK_LIMIT = 3 + fork_per_call.ALIVE  # 3: the zygote and its waiting parent, the program


class WarmUp(NamedTuple):
    """What a zygote loads before it isolates itself.

    `folders` has those of its packages, `left_out` names packages that these do without.
    """

    policy: str
    seed: int
    virtual_clock: bool
    packages: Sequence[str] = ()
    left_out: Sequence[str] = ()
    folders: Sequence[str] = ()

    @classmethod
    def from_text(cls, text: str) -> WarmUp:
        """The plan in a text that `launch.warm_up_text` or `to_text` made."""
        policy, seed, virtual_clock, names, left_out, *folders = text.split("\n")
        loaded = names.split(), left_out.split(), folders
        return cls(policy, int(seed), virtual_clock == "True", *loaded)

    def to_text(self) -> str:
        """The text that `from_text` reads."""
        names = " ".join(self.packages), " ".join(self.left_out)
        return "\n".join(
            [self.policy, str(self.seed), str(self.virtual_clock), *names, *self.folders]
        )


class _Proven(NamedTuple):
    """The isolation steps that need no trial, and the pipe that takes those that have worked."""

    steps: frozenset[str] = frozenset()
    writer: int = -1


def main(control: int, caller: int, plan: WarmUp, omit: list[str], folders: int = -1) -> None:
    """Serve runs to the process `caller` over the socket `control`, until that process is gone.

    `omit` names mechanisms to leave out (see `Mechanisms`). `folders` is a socket on which the
    caller asks for folders for its runs; -1 if runs have none.
    """
    try:
        rlimits.raise_open_files()
        with syscalls.named("pidfd_open"):
            caller_pidfd = os.pidfd_open(caller)
    except OSError as error:
        sys.exit(str(error))
    if os.getppid() != caller:
        return
    passed = {control: fds.CONTROL, caller_pidfd: fds.CALLER}
    if folders >= 0:
        passed[folders] = fds.FOLDERS
    fds.renumber(passed)

    def start_over(plan: WarmUp) -> Never:
        kept = {fd: str(fd) for fd in (fds.CONTROL, fds.FOLDERS) if fd in passed.values()}
        folder_fd = kept.get(fds.FOLDERS, "-1")
        arguments = [str(fds.CONTROL), str(caller), plan.to_text(), ",".join(omit), folder_fd]
        _start_over(arguments, kept)

    _become_zygote(lambda: _warm_up_process(plan, start_over), omit, folders=folders >= 0)


def fork_zygotes(requests: int, plan: WarmUp) -> None:
    """Warm up, then fork a zygote for each request on the socket `requests`, until it is closed.

    A request is "fork " or "try " and the mechanisms to leave out, separated by commas. It comes
    with four descriptors: the zygote's control socket, a pidfd of its caller, its stderr, and a
    socket for the reply. The reply is the zygote's pid, with a pidfd of it.

    A zygote tries each isolation step in a child first. What has worked for one of these zygotes,
    with no mechanism left out, the later ones do without a trial, until one of them fails to start
    or the request says "try".
    """
    loaded = _warm_up_process(
        plan, lambda plan: _start_over([str(requests), plan.to_text()], [requests])
    )
    request_socket = socket(fileno=requests)
    zygotes: dict[int, int] = {}  # pids by pidfd
    proven_reader, proven_writer = map(fds.move_high, os.pipe())
    proven: frozenset[str] = frozenset()
    poller = select.poll()
    poller.register(request_socket, select.POLLIN)
    poller.register(proven_reader, select.POLLIN)
    while True:
        for ready, _ in sorted(poller.poll(), key=lambda event: event[0] == requests):
            if ready == proven_reader:
                *_, line, _ = os.read(proven_reader, _PROVEN_BYTES).decode().split("\n")
                proven = frozenset(line.split(","))
                continue
            if ready in zygotes:
                _, status = os.waitpid(zygotes.pop(ready), 0)
                if os.waitstatus_to_exitcode(status) not in (0, -SIGKILL):
                    proven = frozenset()
                poller.unregister(ready)
                os.close(ready)
                continue
            message, ancillary, _, _ = request_socket.recvmsg(_REQUEST_BYTES, CMSG_LEN(4 * 4))
            if not message:
                return
            control, caller_pidfd, errors, answer = memoryview(ancillary[0][2]).cast("i")
            pid = os.fork()
            if not pid:
                for descriptor in (requests, answer, proven_reader, *zygotes):
                    os.close(descriptor)
                os.setpgid(0, 0)
                os.dup2(errors, 2)
                os.close(errors)
                fds.renumber({control: fds.CONTROL, caller_pidfd: fds.CALLER})
                word, _, names = message.partition(b" ")
                omit = names.decode().split(",")
                is_plain = word == b"fork" and not any(omit)
                known = _Proven(proven if is_plain else frozenset(), proven_writer)
                _become_zygote(lambda: loaded, omit, known)
            pidfd = os.pidfd_open(pid)
            rights = (SOL_SOCKET, SCM_RIGHTS, pidfd.to_bytes(4, sys.byteorder))
            reply = socket(fileno=answer)
            with contextlib.suppress(OSError):  # the process that asked may be gone
                reply.sendmsg([str(pid).encode()], [rights])
            reply.close()
            for descriptor in (control, caller_pidfd, errors):
                os.close(descriptor)
            zygotes[pidfd] = pid
            poller.register(pidfd, select.POLLIN)


def _warm_up_process(
    plan: WarmUp, start_over: Callable[[WarmUp], Never]
) -> packages.LoadedPackages:
    """Load all that runs share; returns what packages have added.

    If packages start threads, it calls `start_over` with a plan that leaves these packages out.
    """
    if plan.virtual_clock:
        clock.install()
    try:
        loaded = warm_up(plan)
    except packages.StartsThreads as found:
        start_over(plan._replace(left_out=[*plan.left_out, *sorted(found.packages)]))
    gc.collect()
    gc.freeze()
    return loaded


def _start_over(arguments: Sequence[str], inherited: Iterable[int]) -> Never:
    """Run the program of this process again, in place of this one, as that was started.

    `arguments` replace as many of the first arguments; the descriptors `inherited` stay open.
    """
    for descriptor in inherited:
        os.set_inheritable(descriptor, True)
    first = sys.orig_argv.index("-c") + 2
    rest = sys.orig_argv[first + len(arguments) :]
    os.execv(sys.executable, [*sys.orig_argv[:first], *arguments, *rest])


def _become_zygote(
    warm_up_process: Callable[[], packages.LoadedPackages],
    omit: list[str],
    known: _Proven = _Proven(),  # noqa: B008
    *,
    folders: bool = False,
) -> Never:
    """Call `warm_up_process`, isolate this process and serve runs; this does not return."""
    errors = fcntl(2, F_DUPFD_CLOEXEC, fds.FOLDERS + 1)
    try:
        loaded = warm_up_process()
        _serve(Mechanisms(frozenset(omit)), errors, loaded, known, folders=folders)
    except packages.PackageError as error:
        os.write(fds.CONTROL, codec.dumps({"refused": str(error)[:_MAX_REFUSAL]}))
        os._exit(1)
    except Exception as error:
        os.write(errors, f"{type(error).__name__}: {error}".encode())
        os._exit(1)
    os._exit(0)


def _serve(
    mechanisms: Mechanisms,
    errors: int,
    loaded: packages.LoadedPackages,
    known: _Proven,
    *,
    folders: bool,
) -> None:
    """Isolate this process, report the result to the caller, and serve runs until it is gone."""
    children = StepChildren(known.steps)
    control = socket(fileno=fds.CONTROL)
    host_lacks = list(children.failures(_CALLER_NEEDS))
    folder_socket = socket(fileno=fds.FOLDERS) if folders else None
    for path, problem in loaded.refused.items():
        mechanisms.report_missing("package-files", f"{path}: {problem}")
    library, readable, pid_namespace = hardening.isolate_process(
        mechanisms, children, folder_socket, loaded.paths
    )
    if folder_socket:
        folder_socket.close()
    folders = folders and pid_namespace and "private-root" in mechanisms.active
    signal(SIGINT, SIG_DFL)
    fds.close_run_fds()
    _open_standard_streams()
    hardening.set_limits_and_filters(
        mechanisms, children, library, readable, pid_namespace=pid_namespace, folders=folders
    )
    confine = hardening.run_confinement(mechanisms, children, pid_namespace=pid_namespace)
    os.close(errors)
    if known.writer >= 0:
        if not mechanisms.missing and children.worked:
            os.write(known.writer, ",".join(children.worked).encode() + b"\n")
        os.close(known.writer)
    acts = run_self_test(children, confine, pid_namespace=pid_namespace)
    children.close()
    not_stopped = {*acts.permitted, *acts.untested}
    forks = pid_namespace and "start a process" not in not_stopped
    hello = {
        "level": isolation_level(mechanisms.active, not_stopped),
        "mechanisms": mechanisms.active,
        "missing": mechanisms.missing,
        "permitted_acts": acts.permitted,
        "untested_acts": acts.untested,
        "forks": forks and "eventfd" not in host_lacks and rlimits.allows_processes(_FORK_LIMIT),
        "folders": folders,
        "host_lacks": host_lacks,
    }
    os.write(fds.CONTROL, codec.dumps(hello))
    service = run_server.RunServer(
        control, confine, pid_namespace=pid_namespace, fork_limit=_FORK_LIMIT,
        package_bytes=loaded.address_bytes, folders=folders,
    )  # fmt: skip
    gc.collect()
    fillers = [bytes(size) for size in _FILLER_SIZES for _ in range(_FILLERS)]
    gc.freeze()  # also what the steps above have made: no collection in a run writes to it
    while service.serve_one():
        pass
    del fillers


def _open_standard_streams() -> None:
    """Open `sys.stdin`, `stdout` and `stderr` on the descriptors at which those of a run arrive."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        # A stream remembers whether it can seek, so what it is opened on must not, like a pipe.
        os.dup2(fds.CONTROL, descriptor)
        stream = io.TextIOWrapper(
            io.FileIO(descriptor, "w", closefd=False),
            encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True,
        )  # fmt: skip
        _name_stream(stream, name, "w")
        os.close(descriptor)
        runner.output_streams[descriptor - 1] = stream
    stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    _name_stream(stdin, "stdin", "r")


def _name_stream(stream: Any, name: str, mode: str) -> None:
    """Make `stream` the one that `sys` has under `name`, with the attributes that these have."""
    raw = getattr(stream.buffer, "raw", stream.buffer)
    raw.name, stream.mode = f"<{name}>", mode
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def warm_up(plan: WarmUp) -> packages.LoadedPackages:
    """Import what programs import most, and do in advance what every run does.

    Returns what the packages of the plan have added, with the folders of time zones. Raises as
    `packages.load` if a package cannot be loaded.
    """
    loaded = packages.LoadedPackages()
    register, os.register_at_fork = os.register_at_fork, _ignore_fork_hook
    try:
        for name in _PRELOADED:
            import_module(name)
        if plan.packages:
            loaded = packages.load(
                plan.packages, plan.folders, plan.policy, plan.seed, plan.left_out
            )
        runner.warm_up(plan.policy, plan.seed)
        trial_runs.warm_interpreter(plan.policy, plan.seed)
    finally:
        os.register_at_fork = register
    sys.modules["random"].seed(plan.seed)
    if plan.policy != "restricted":
        loaded = loaded._replace(paths=[*loaded.paths, *package_files.time_zone_folders()])
    code_paths.relocate_code(loaded.paths)
    return loaded


def _ignore_fork_hook(**_: object) -> None:
    """In place of `os.register_at_fork`: the hook of `random` would give each run another seed."""

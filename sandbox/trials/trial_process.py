"""The process of a trial, started as a module: requests are JSON lines on standard input.

It holds a user and a mount namespace, in which a file system in memory keeps the files of the
trial; nobody else sees them. Each script runs in further mount, PID, network, IPC and UTS
namespaces, in a root of its own (`private_root`); every process that it starts ends with it. When
standard input ends, the process ends, and the files are gone.

The first request opens the trial: `store`, an empty folder on which the file system is mounted;
`size`, its megabytes; `limits`. Every further one has a `kind`:

- `copy`: `source`, a folder of this machine; `name`, that of its copy, which every user can read.
- `folder`: `name` of a new empty folder; `inner`, folders to make in it.
- `run`: `binds`, names of folders by the paths at which the script sees them; `programs`, `folder`,
  `command`, `variables`, `seconds`.
- `files`: `name` of a folder. The reply has the start of each regular file by its path.
- `read`: `name` of a folder, `files`: names in it. The reply has the start of each that exists,
  null for what is no regular file.

Each reply is one JSON line. `refused` in it says why this machine gives no namespaces.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.sandbox.isolation import namespaces, syscalls
from hallmark_rl.sandbox.trials.plain_files import read_plain
from hallmark_rl.sandbox.trials.private_root import become_inner_root, make_root, run_and_reap
from hallmark_rl.sandbox.trials.trial_limits import TrialLimits

_REC, _PRIVATE, _NOSUID, _NODEV, _DETACH = 1 << 14, 1 << 18, 2, 4, 2
_INODES = 200_000
_LARGEST = 1 << 16
"""Bytes of an output that are kept: the last ones."""
_INTERVAL = 0.02
"""Seconds between two looks at the memory of a script."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Serve requests until standard input ends."""
    opening = json.loads(sys.stdin.readline() or "{}")
    if not opening:
        return
    try:
        namespaces.enter(["user", "mount"])
        syscalls.mount(b"none", b"/", b"", _REC | _PRIVATE)
        options = f"size={opening['size']}m,nr_inodes={_INODES},mode=755"
        flags = _NOSUID | _NODEV
        syscalls.mount(b"store", opening["store"].encode(), b"tmpfs", flags, options.encode())
    except OSError as error:
        _reply({"refused": str(error)})
        return
    trial = _TrialFiles(opening["store"], TrialLimits(**opening["limits"]))
    with contextlib.suppress(BrokenPipeError):  # the caller is gone
        _reply({})
        for line in sys.stdin:
            _reply(_answer(trial, json.loads(line)))
    os.chdir("/")
    with contextlib.suppress(OSError):
        syscalls.unmount(opening["store"].encode(), _DETACH)
        os.rmdir(opening["store"])
    os._exit(0)  # without an attempt to write what could not be written


def _answer(trial: _TrialFiles, request: dict[str, Any]) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = getattr(trial, f"do_{request.pop('kind')}")(**request)
    except OSError as error:
        return {"failed": str(error)}
    return answer


def _reply(value: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


class _TrialFiles:
    """The files of a trial, and its scripts."""

    def __init__(self, store: str, limits: TrialLimits) -> None:
        self.store, self.limits = store, limits
        self._root = self._place("root")
        os.mkdir(self._root)

    def _place(self, name: str) -> str:
        return os.path.join(self.store, name)

    def do_copy(self, source: str, name: str) -> dict[str, Any]:
        """Copy a folder of this machine, so that every user can read it."""
        target = Path(self._place(name))
        if os.path.isdir(source):
            shutil.copytree(source, target, symlinks=True)
        else:
            target.mkdir()
        for path in [target, *target.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o444))
        return {}

    def do_folder(self, name: str, inner: list[str]) -> dict[str, Any]:
        """Make an empty folder, and folders in it, that belong to the script's user."""
        for path in (name, *(os.path.join(name, part) for part in inner)):
            os.mkdir(self._place(path))
            if os.geteuid() != namespaces.NOBODY:
                os.chown(self._place(path), namespaces.NOBODY, namespaces.NOBODY)
        return {}

    def do_files(self, name: str) -> dict[str, Any]:
        """The start of each regular file in a folder, by its path there."""
        found = {}
        for folder, _, names in os.walk(self._place(name)):
            for file in names:
                path = Path(folder) / file
                content = read_plain(path)
                if content is not None:
                    found[str(path.relative_to(self._place(name)))] = content
        return {"files": found}

    def do_read(self, name: str, files: list[str]) -> dict[str, Any]:
        """The start of files in a folder, by name, of those that exist."""
        folder = Path(self._place(name))
        here = [file for file in files if os.path.lexists(folder / file)]
        return {"files": {file: read_plain(folder / file) for file in here}}

    def do_run(
        self,
        binds: Mapping[str, str],
        programs: list[str],
        folder: str,
        command: list[str],
        variables: Mapping[str, str],
        seconds: float,
    ) -> dict[str, Any]:
        """Run a script; returns its exit status, its last output, and why it was ended."""
        reader, writer = os.pipe()
        watcher = os.fork()
        if not watcher:
            os.close(reader)
            try:
                syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
                places = {seen: self._place(name) for seen, name in binds.items()}

                def prepare() -> None:
                    make_root(self._root, places, programs)
                    become_inner_root()
                    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)  # the change cleared

                def run() -> None:
                    run_and_reap(command, folder, variables, self.limits)

                ends = time.monotonic() + seconds
                outcome = _watch(prepare, run, ends, self.limits)
                with os.fdopen(writer, "wb") as report:
                    report.write(json.dumps(outcome).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            said = _until_caller_ends(stream.fileno(), watcher)
        os.waitpid(watcher, 0)
        return json.loads(said) if said else {"status": None, "output": "", "ended": "was killed"}


def _until_caller_ends(reader: int, watcher: int) -> bytes:
    """What the watcher reports; it is killed if the caller is gone, and with it the script."""
    parts: list[bytes] = []
    while True:
        ready, _, _ = select.select([reader], [], [], 1.0)
        if ready:
            part = os.read(reader, _LARGEST)
            if not part:
                return b"".join(parts)
            parts.append(part)
            continue
        gone = select.poll()
        gone.register(0, 0)
        if any(event & select.POLLHUP for _, event in gone.poll(0)):
            os.kill(watcher, signal.SIGKILL)


def _watch(
    prepare: Callable[[], None], run: Callable[[], None], ends: float, limits: TrialLimits
) -> dict[str, Any]:
    """Run a script in namespaces of its own and end it when it takes too long or too much.

    This process stays outside of the script's PID namespace, but shares its root: `/proc` shows it
    what the script runs.
    """
    output, script_output = os.pipe()
    ready, script_ready = os.pipe()
    try:
        namespaces.enter(["mount", "pid", "net", "ipc", "uts"])
        first = os.fork()  # process 1 of the new PID namespace
    except OSError as error:
        return {"refused": str(error)}
    if not first:
        try:
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(script_output, 1)
            os.dup2(script_output, 2)
            os.closerange(3, script_ready)
            os.closerange(script_ready + 1, 1024)
            prepare()
            os.close(script_ready)  # what process 1 has open, the script can write to
            run()
        except OSError as error:
            with contextlib.suppress(OSError):
                os.write(script_ready, str(error).encode())
        finally:
            os._exit(125)
    os.close(script_output)
    os.close(script_ready)
    tail, status, ended, looked = b"", None, "", time.monotonic()
    written = 0
    while True:
        readable, _, _ = select.select([output], [], [], _INTERVAL)
        part = os.read(output, _LARGEST) if readable else b""
        tail = (tail + part)[-_LARGEST:]
        written += len(part)
        if readable and not part:
            break
        now = time.monotonic()
        if not ended and now > ends:
            ended = "did not end in time"
        elif not ended and written > limits.output_mb << 20:
            ended = f"wrote more than {limits.output_mb} MB of output"
        elif not ended and now - looked > _INTERVAL:
            looked = now
            if _uses_more_than(limits.memory_mb):
                ended = f"used more than {limits.memory_mb} MB of memory"
        if ended:
            os.kill(first, signal.SIGKILL)
    _, waited = os.waitpid(first, 0)
    if not ended:
        status = os.waitstatus_to_exitcode(waited) % 256
    problem = os.read(ready, 1000).decode("utf-8", "replace")
    if problem:
        return {"refused": problem}
    return {"status": status, "output": tail.decode("utf-8", "replace"), "ended": ended}


def _uses_more_than(megabytes: int) -> bool:
    """Whether the processes in `/proc` use more memory together.

    The pages of each are added up, which counts shared ones several times; only where that is too
    much, shares are counted.
    """
    if _sum_of("statm", lambda text: int(text.split()[1]) * _PAGE) <= megabytes << 20:
        return False
    return _sum_of("smaps_rollup", _own_bytes) > megabytes << 20


def _own_bytes(text: str) -> int:
    return sum(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Pss:"))


def _sum_of(file: str, measure: Callable[[str], int]) -> int:
    total = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                total += measure(Path(f"/proc/{name}/{file}").read_text())
    return total


if __name__ == "__main__":
    main()

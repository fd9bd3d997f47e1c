"""Isolation from the machine: globals of the process, resources, memory, files, the network."""

from __future__ import annotations

import contextlib
import gc
import itertools
import locale
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.symlinks import link_contents


@check("isolation.process_globals")
def process_globals(context: CheckContext) -> None:
    first = _process_state()
    context.new_in_process_driver().close()
    context.play(context.random_episode(context.seeds[0], 2))
    before = _process_state()
    for name in ("the working directory", "os.environ", "signal handlers", "the locale"):
        if before[name] != first[name]:
            raise PropertyViolated(
                f"{name} changed during an episode", context.random_episode(context.seeds[0], 2)
            )
    for episode in context.until_budget(context.corpus()[:4], least=2):
        context.play(episode)
        for name, value in _process_state().items():
            if value != before[name]:
                raise PropertyViolated(f"{name} changed during an episode", episode)


def _process_state() -> dict[str, Any]:
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    return {
        "the working directory": os.getcwd(),
        "os.environ": {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")},
        "sys.path": list(sys.path),
        "the recursion limit": sys.getrecursionlimit(),
        "the locale": locale.setlocale(locale.LC_ALL),
        "signal handlers": [signal.getsignal(name) for name in names],
        "sys.stdout": id(sys.stdout),
    }


def _episodes_for_leaks(context: CheckContext, count: int) -> None:
    solved = [one.episode("solution") for one in context.survey.solutions[:1]]
    plays = [context.random_episode(context.seeds[0], 4), *solved]
    for number in range(count):
        driver = context.new_driver()
        context.play(plays[number % len(plays)], driver)
        driver.close()


def _affordable(context: CheckContext, most: int, seconds: float) -> int:
    cost = context.survey.reset_s + 5 * context.survey.step_s
    return max(4, min(most, int(seconds / max(cost, 1e-4))))


@check("runtime.resource_bounds")
def resource_bounds(context: CheckContext) -> None:
    """The same number of episodes twice: what grows by the same amount again is a leak."""
    context.new_in_process_driver().close()
    count = _affordable(context, 20, 3.0)
    _episodes_for_leaks(context, 4)
    counts = [_resources()]
    for _ in range(2):
        _episodes_for_leaks(context, count)
        gc.collect()
        counts.append(_resources())
    for name in counts[0]:
        first, second, third = (one[name] for one in counts)
        enough = max(2, count // 4)
        if second - first >= enough and third - second >= enough:
            raise PropertyViolated(
                f"{name}: {first} at first, {second} after {count} episodes, "
                f"{third} after {2 * count}",
                context.random_episode(context.seeds[0], 4),
            )
    driver = context.new_in_process_driver()
    before = _resources()
    for _ in range(count):
        driver.reset()
    gc.collect()
    after = _resources()
    for name, value in after.items():
        if value - before[name] >= max(3, count // 2):
            resets = Episode(tuple(Call("reset") for _ in range(4)), "resets, and so on")
            raise PropertyViolated(
                f"{name}: {before[name]} before, {value} after {count} resets", resets
            )


def _resources() -> dict[str, int]:
    import psutil

    process = psutil.Process()
    return {
        "descriptors": process.num_fds(),
        "threads": threading.active_count(),
        "child processes": len(process.children(recursive=True)),
    }


@check("isolation.memory")
def memory(context: CheckContext) -> None:
    import psutil

    context.new_in_process_driver().close()
    count = _affordable(context, 200, 3.0)
    if count < 10:
        raise NotApplicable("episodes are too slow to measure growth")
    process = psutil.Process()
    _episodes_for_leaks(context, max(5, count // 4))
    sizes = []
    for _ in range(4):
        _episodes_for_leaks(context, count // 2)
        gc.collect()
        sizes.append(process.memory_info().rss)
    growth = [later - earlier for earlier, later in itertools.pairwise(sizes)]
    per_episode = min(growth) / max(1, count // 2)
    if per_episode > 40_000:
        raise PropertyViolated(
            f"memory grows by {per_episode / 1000:.0f} kB an episode, steadily",
            context.random_episode(context.seeds[0], 4),
        )


@check("isolation.files")
def files(context: CheckContext) -> None:
    context.new_in_process_driver().close()
    _episodes_for_leaks(context, 2)
    usual = Path(tempfile.gettempdir())
    here = Path(tempfile.mkdtemp(prefix="hallmark-cwd-"))
    own = Path(tempfile.mkdtemp(prefix="hallmark-tmp-"))
    if context.survey.home and context.subject.root is not None:
        link_contents(context.subject.root, here)
    os.chdir(here)
    tempfile.tempdir = str(own)
    os.environ["TMPDIR"] = str(own)
    before = _snapshot(context, usual)
    opened, started = _watched()
    count = _affordable(context, 10, 2.0)
    _episodes_for_leaks(context, count)
    gc.collect()
    left = list(own.rglob("*"))
    if len(left) >= max(2, count // 2):
        raise PropertyViolated(
            f"{len(left)} temporary files are left after {count} episodes: {left[0].name}"
        )
    written = [path for path in here.rglob("*") if not path.is_symlink()]
    if written:
        raise PropertyViolated(f"{written[0].name} was written to the working directory")
    after = _snapshot(context, usual)
    changed = [path for path, stamp in after.items() if before.get(path) != stamp]
    # Other processes write to the home directory and /tmp as well.
    ours = [path for path in changed if path in opened or _below(path, context.subject.root)]
    if started and not ours and changed:
        ours = _changed_again(context, usual, changed, count)
    if ours:
        raise PropertyViolated(f"{ours[0]} was written during an episode")


def _changed_again(context: CheckContext, usual: Path, paths: list[str], count: int) -> list[str]:
    """Those that change during episodes, and do not while nothing is played."""
    first, began = _snapshot(context, usual), time.monotonic()
    _episodes_for_leaks(context, count)
    second, spent = _snapshot(context, usual), time.monotonic() - began
    time.sleep(min(3.0, max(0.5, spent)))
    third = _snapshot(context, usual)
    return [p for p in paths if first.get(p) != second.get(p) and second.get(p) == third.get(p)]


def _watched() -> tuple[set[str], list[str]]:
    """Paths that this process opens for writing from now on, and what other programs it starts."""
    opened: set[str] = set()
    started: list[str] = []

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str | bytes):
            if args[2] & (os.O_WRONLY | os.O_RDWR):
                opened.add(os.path.abspath(os.fsdecode(args[0])))
        elif event == "sqlite3.connect" and isinstance(args[0], str | bytes):
            opened.add(os.path.abspath(os.fsdecode(args[0])))
        elif event == "os.rename":
            opened.add(os.path.abspath(os.fsdecode(args[1])))
        elif event in ("subprocess.Popen", "os.system", "os.posix_spawn", "os.fork", "os.exec"):
            started.append(event)

    sys.addaudithook(hook)
    return opened, started


def _below(path: str, root: Path | None) -> bool:
    return root is not None and Path(path).is_relative_to(root)


def _snapshot(context: CheckContext, usual: Path) -> dict[str, tuple[int, int]]:
    """Files of the environment, the home directory and /tmp, with size and time of change."""
    found = {}
    places = [(context.subject.root, 4), (Path.home(), 1), (Path("/tmp"), 1), (usual, 1)]
    for place, depth in places:
        if place is None or not place.is_dir():
            continue
        for path in place.rglob("*") if depth > 1 else place.glob("*"):
            if "__pycache__" in path.parts or path.suffix == ".pyc" or path.is_dir():
                continue
            if path.name.startswith(("hallmark-", "pytest-", "tmp", ".", "bash")) and depth == 1:
                continue
            with contextlib.suppress(OSError):
                status = path.stat()
                if depth > 1 or status.st_uid == os.getuid():
                    found[str(path)] = (status.st_size, status.st_mtime_ns)
    return found


@check("runtime.network_policy")
def network_policy(context: CheckContext) -> None:
    context.require_capability_absent("network", "the network is needed")
    tried: list[str] = []
    original_connect, original_lookup = socket.socket.connect, socket.getaddrinfo

    def connect(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address):
            tried.append(str(address))
            raise OSError("the network is unreachable (conformance)")
        return original_connect(self, address)

    def lookup(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_local((host,)):
            tried.append(str(host))
            raise socket.gaierror("the network is unreachable (conformance)")
        return original_lookup(host, *args, **kwargs)

    driver: InProcessDriver | None = None
    socket.socket.connect = connect  # type: ignore[method-assign,assignment]
    socket.getaddrinfo = lookup
    try:
        driver = context.new_in_process_driver()
        for episode in context.corpus()[:3]:
            trace = context.play(episode, driver)
            if tried:
                failed = "" if trace[-1].data is not None else f", and raises {trace[-1]}"
                raise PropertyViolated(f"it connects to {tried[0]}{failed}", episode)
    finally:
        socket.socket.connect = original_connect  # type: ignore[method-assign]
        socket.getaddrinfo = original_lookup


def _is_local(address: Any) -> bool:
    host = address[0] if isinstance(address, tuple) else address
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    return (
        host is None
        or str(host) in ("", "localhost", "::1", "0.0.0.0")
        or str(host).startswith("127.")
    )

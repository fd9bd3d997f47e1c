"""Isolation: episodes leave no files behind and need no network."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.processes.symlinks import link_contents
from hallmark_rl.conformance.properties.isolation.process_resources import (
    affordable_count,
    play_episodes,
)


@check("isolation.files")
def files(context: CheckContext) -> None:
    context.new_in_process_driver().close()
    play_episodes(context, 2)
    system_tmp = Path(tempfile.gettempdir())
    working_directory = Path(tempfile.mkdtemp(prefix="hallmark-cwd-"))
    own_tmp = Path(tempfile.mkdtemp(prefix="hallmark-tmp-"))
    if context.survey.home and context.subject.root is not None:
        link_contents(context.subject.root, working_directory)
    os.chdir(working_directory)
    tempfile.tempdir = str(own_tmp)
    os.environ["TMPDIR"] = str(own_tmp)
    before = _snapshot(context, system_tmp)
    opened, started = _record_writes()
    count = affordable_count(context, 10, 2.0)
    play_episodes(context, count)
    gc.collect()
    left_behind = list(own_tmp.rglob("*"))
    if len(left_behind) >= max(2, count // 2):
        raise PropertyViolated(
            f"{count} episodes left {len(left_behind)} temporary files: {left_behind[0].name}..."
        )
    written = [path for path in working_directory.rglob("*") if not path.is_symlink()]
    if written:
        raise PropertyViolated(f"an episode wrote {written[0].name} to the working directory")
    after = _snapshot(context, system_tmp)
    changed = [path for path, status in after.items() if before.get(path) != status]
    # Other processes also write to the home directory and /tmp.
    by_environment = [
        path for path in changed if path in opened or _is_below(path, context.subject.root)
    ]
    if started and not by_environment and changed:
        by_environment = _change_only_during_episodes(context, system_tmp, changed, count)
    if by_environment:
        raise PropertyViolated(f"an episode wrote {by_environment[0]}")


def _change_only_during_episodes(
    context: CheckContext, system_tmp: Path, paths: list[str], count: int
) -> list[str]:
    """Find the paths that change while episodes are played and do not change during a pause."""
    before_episodes, began = _snapshot(context, system_tmp), time.monotonic()
    play_episodes(context, count)
    after_episodes, duration = _snapshot(context, system_tmp), time.monotonic() - began
    time.sleep(min(3.0, max(0.5, duration)))
    after_pause = _snapshot(context, system_tmp)
    return [
        path
        for path in paths
        if before_episodes.get(path) != after_episodes.get(path)
        and after_episodes.get(path) == after_pause.get(path)
    ]


def _record_writes() -> tuple[set[str], list[str]]:
    """Record from now on the paths that this process opens for writing, and the programs it starts.

    An audit hook fills both collections. It cannot be removed.
    """
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


def _is_below(path: str, root: Path | None) -> bool:
    return root is not None and Path(path).is_relative_to(root)


def _snapshot(context: CheckContext, system_tmp: Path) -> dict[str, tuple[int, int]]:
    """Size and modification time of files in the environment, the home directory and /tmp."""
    statuses = {}
    folders = [(context.subject.root, 4), (Path.home(), 1), (Path("/tmp"), 1), (system_tmp, 1)]
    for folder, depth in folders:
        if folder is None or not folder.is_dir():
            continue
        for path in folder.rglob("*") if depth > 1 else folder.glob("*"):
            if "__pycache__" in path.parts or path.suffix == ".pyc" or path.is_dir():
                continue
            if path.name.startswith(("hallmark-", "pytest-", "tmp", ".", "bash")) and depth == 1:
                continue
            with contextlib.suppress(OSError):
                status = path.stat()
                if depth > 1 or status.st_uid == os.getuid():
                    statuses[str(path)] = (status.st_size, status.st_mtime_ns)
    return statuses


@check("runtime.network_policy")
def network_policy(context: CheckContext) -> None:
    context.require_capability_absent("network", "the environment needs the network")
    addresses: list[str] = []
    original_connect, original_lookup = socket.socket.connect, socket.getaddrinfo

    def connect(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address):
            addresses.append(str(address))
            raise OSError("the network is unreachable (conformance)")
        return original_connect(self, address)

    def lookup(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_local((host,)):
            addresses.append(str(host))
            raise socket.gaierror("the network is unreachable (conformance)")
        return original_lookup(host, *args, **kwargs)

    driver: InProcessDriver | None = None
    socket.socket.connect = connect  # type: ignore[method-assign,assignment]
    socket.getaddrinfo = lookup
    try:
        driver = context.new_in_process_driver()
        for episode in context.first_episodes(3):
            trace = context.play(episode, driver)
            if addresses:
                error = "" if trace[-1].data is not None else f", and raises {trace[-1]}"
                raise PropertyViolated(
                    f"the environment connects to {addresses[0]}{error}", episode
                )
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

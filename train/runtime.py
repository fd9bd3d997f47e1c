"""Processes, signals and paths; this module imports neither torch nor the rest of the trainer."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hallmark_rl

PACKAGE = Path(hallmark_rl.__path__[0])


def prepare_process(*, threads: int, gpu: bool) -> None:
    """Set what must be set before torch is imported, and import Unsloth before TRL.

    Args:
        threads: number of OpenMP threads; 0 leaves the default (one per core).
        gpu: whether the run uses a GPU; only then Unsloth is imported, if it is installed.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    if threads:
        os.environ["OMP_NUM_THREADS"] = str(threads)
    if gpu and importlib.util.find_spec("unsloth") is not None:
        __import__("unsloth")


_OF_THE_LAUNCHER = re.compile(
    r"(LOCAL_|GROUP_|ROLE_)?(RANK|WORLD_SIZE)|ROLE_NAME|MASTER_(ADDR|PORT)|(TORCHELASTIC|ACCELERATE)_.*"
)
"""Variables with which `torchrun` and `accelerate` tell a process that it is one of several."""


def child_env() -> dict[str, str]:
    """The environment variables of a child process that must be able to import this package.

    In a checkout the folder that holds `hallmark_rl` is put first on PYTHONPATH. An installed
    package is found without that, and `site-packages` on PYTHONPATH could hide the standard
    library. The child is on its own also where several training processes run.
    """
    kept = {k: v for k, v in os.environ.items() if not _OF_THE_LAUNCHER.fullmatch(k)}
    folder = PACKAGE.resolve().parent
    if folder.name in ("site-packages", "dist-packages"):
        return kept
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return {**kept, "PYTHONPATH": path}


def run_in_fresh_process(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m MODULE ARGUMENTS` in the current directory and capture its output.

    The exit status is not checked.
    """
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=child_env(),
        capture_output=True,
        text=True,
        check=False,
    )


def last_line(text: str) -> str:
    """The last line of a process's output; of a traceback, the error's message."""
    return (text.strip().splitlines() or ["no message"])[-1]


def env_folder(name: str) -> str:
    """The folder of an environment that ships with this package, such as `wordle`.

    `envs/NAME` if the current directory has that folder (as in a checkout), else the absolute path
    of the copy inside the package.
    """
    local = Path("envs") / name
    return str(local if local.is_dir() else (PACKAGE / "envs" / name).resolve())


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Let SIGTERM raise `KeyboardInterrupt`, as Ctrl-C does."""

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def on_stop_signal(request_stop: Callable[[], None]) -> Iterator[None]:
    """Call `request_stop` on Ctrl-C and on SIGTERM."""

    def handle(number: int, frame: Any) -> None:
        request_stop()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

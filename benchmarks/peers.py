"""Other ways to run an untrusted program, each given the same work.

A contestant is a context manager. It yields a function that runs the program once and returns
whether its answers are right.
"""

from __future__ import annotations

import contextlib
import importlib.util
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PROGRAM = """def count_words(text):
    counts = {}
    for word in text.split():
        word = word.lower()
        counts[word] = counts.get(word, 0) + 1
    return counts
"""
ENTRY = "count_words"
CALLS = [["a b a"], ["x"], ["the cat the dog The"]]
ANSWERS = [{"a": 2, "b": 1}, {"x": 1}, {"the": 3, "cat": 1, "dog": 1}]
ASSERTS = PROGRAM + "".join(
    f"assert {ENTRY}({args[0]!r}) == {answer!r}\n"
    for args, answer in zip(CALLS, ANSWERS, strict=True)
)
PYTHON = os.path.realpath(sys.executable)

Contestant = Callable[[], bool]


@contextlib.contextmanager
def command(*words: str) -> Iterator[Contestant]:
    """A process per program; exit status 0 counts as right."""

    def verdict() -> bool:
        # No timeout: with one, `run` polls, and notices no exit between 31 and 63 ms.
        return subprocess.run([*words, PYTHON, "-I", "-c", ASSERTS]).returncode == 0

    yield verdict


def _human_eval_child(source: str, results: Any) -> None:
    """human-eval's guard: a time limit by signal, and dangerous functions set to None."""
    import faulthandler

    faulthandler.disable()
    for name in ("kill", "system", "remove", "fork", "rename", "unlink", "chmod", "chdir"):
        setattr(os, name, None)
    shutil.rmtree = None  # type: ignore[assignment]
    signal.setitimer(signal.ITIMER_REAL, 3)
    try:
        exec(source, {})
        results.append("passed")
    except BaseException as error:
        results.append(f"failed: {error}")


@contextlib.contextmanager
def human_eval() -> Iterator[Contestant]:
    """human-eval's method: a manager process and a forked process per program."""

    def verdict() -> bool:
        with multiprocessing.get_context("fork").Manager() as manager:
            results = manager.list()
            process = multiprocessing.get_context("fork").Process(
                target=_human_eval_child, args=(ASSERTS, results)
            )
            process.start()
            process.join(4)
            return list(results) == ["passed"]

    yield verdict


def _evalplus_child(source: str, stat: Any, details: Any) -> None:
    signal.setitimer(signal.ITIMER_REAL, 3)
    space: dict[str, Any] = {}
    exec(source, space)
    for index, (args, answer) in enumerate(zip(CALLS, ANSWERS, strict=True)):
        details[index] = space[ENTRY](*args) == answer
    stat.value = 1


@contextlib.contextmanager
def evalplus() -> Iterator[Contestant]:
    """EvalPlus's method: a forked process that fills shared memory."""
    context = multiprocessing.get_context("fork")

    def verdict() -> bool:
        stat, details = context.Value("i", 0), context.Array("b", [False] * len(CALLS))
        process = context.Process(target=_evalplus_child, args=(PROGRAM, stat, details))
        process.start()
        process.join(4)
        return bool(stat.value == 1 and all(details[:]))

    yield verdict


@contextlib.contextmanager
def smolagents() -> Iterator[Contestant]:
    """A Python interpreter written in Python, in this process, with a thread to bound its time."""
    from smolagents.local_python_executor import LocalPythonExecutor

    def verdict() -> bool:
        LocalPythonExecutor([])(ASSERTS)
        return True

    yield verdict


@contextlib.contextmanager
def unsloth(backend: str) -> Iterator[Contestant]:
    """A locked-down function under a time limit: by alarm in this process, or in a fork.

    The module is loaded by its path: it needs only numpy, while its package needs torch.
    """
    folder = importlib.util.find_spec("unsloth_zoo").origin  # type: ignore[union-attr]
    path = Path(str(folder)).with_name("rl_environments.py")
    spec = importlib.util.spec_from_file_location("unsloth_rl_environments", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def answers(function: Callable[..., Any]) -> list[Any]:
        return [function(*args) for args in CALLS]

    limited = module.execute_with_time_limit(3, backend=backend)(answers)

    def verdict() -> bool:
        return bool(limited(module.create_locked_down_function(PROGRAM)) == ANSWERS)

    yield verdict


@contextlib.contextmanager
def isolate() -> Iterator[Contestant]:
    """A box that is created once; each run is a process in it."""
    subprocess.run(["isolate", "--init"], check=True, capture_output=True)
    words = ("isolate", "--run", "--silent", "--processes")
    root = sys.base_prefix
    try:
        with command(*words, f"--dir={root}={root}", "--env=HOME=/", "--") as verdict:
            yield verdict
    finally:
        subprocess.run(["isolate", "--cleanup"], check=True)


BWRAP = (
    "bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--clearenv", "--",
)  # fmt: skip
NSJAIL = ("nsjail", "-Mo", "-Q", "--chroot", "/", "--rlimit_as", "512", "--")

# name: (the module or program it needs, how to install that, the contestant)
PEERS: dict[str, tuple[str, str, Callable[[], Any]]] = {
    "python -I -c": ("python3", "", command),
    "human-eval style": ("python3", "", human_eval),
    "EvalPlus style": ("python3", "", evalplus),
    "smolagents": ("smolagents", "pip install --no-deps smolagents", smolagents),
    "Unsloth locked-down, alarm": (
        "unsloth_zoo", "pip install --no-deps unsloth_zoo", lambda: unsloth("signal"),
    ),
    "Unsloth locked-down, process": (
        "unsloth_zoo", "pip install --no-deps unsloth_zoo", lambda: unsloth("process"),
    ),
    "bubblewrap": ("bwrap", "apt-get install bubblewrap", lambda: command(*BWRAP)),
    "nsjail": (
        "nsjail", "build it from github.com/google/nsjail", lambda: command(*NSJAIL),
    ),
    "isolate": (
        "isolate", "build it from github.com/ioi/isolate, `make install`", isolate,
    ),
}  # fmt: skip


def peers() -> tuple[dict[str, Any], dict[str, str]]:
    """The installed contestants, and for each other one how to install it."""
    installed, missing = {}, {}
    for name, (needs, remedy, make) in PEERS.items():
        if shutil.which(needs) or importlib.util.find_spec(needs):
            installed[name] = make()
        else:
            missing[name] = f"{needs} is not installed: {remedy}"
    return installed, missing

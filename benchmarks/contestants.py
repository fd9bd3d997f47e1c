"""The floor and our sandbox as contestants of `sandbox.py`, and what they are compared with.

A contestant is a context manager, as in `peers.py`. The program that imports this module has put
the repository on `sys.path`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from peers import ANSWERS, CALLS, ENTRY, PROGRAM, PYTHON, Contestant, peers

from hallmark_rl.sandbox import Limits, Sandbox
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps, loads

ROOT = Path(__file__).resolve().parents[1]

_WARM_ZYGOTE = f"""
import sys
sys.path[:0] = {[str(ROOT), *[p for p in sys.path if p.endswith("site-packages")]]!r}
import os, gc
from hallmark_rl.sandbox.zygote import bootstrap as start
from hallmark_rl.sandbox.protocol import framing as wire
from hallmark_rl.sandbox.protocol.codec import dumps, loads
start.warm_up(start.WarmUp(sys.argv[1], 0, False, sys.argv[2:]))
gc.collect(); gc.freeze()
while (job := wire.read_frame(0)) is not None:
    pid = os.fork()
    if not pid:
        source, entry, calls = loads(job)
        space = {{"__name__": "program" if entry else "__main__"}}
        exec(compile(source, "<program>", "exec"), space)
        wire.write_all(1, wire.frame(dumps([space[entry](*args) for args in calls])))
        os._exit(0)
    os.waitpid(pid, 0)
    os.write(1, b".")
"""


# A program that the restricted policy rewrites; without imports and classes it would be unchanged.
REWRITTEN = f"""from collections import Counter
from typing import Any

class Words:
    def __init__(self, text: str) -> None:
        self.words = text.split()

{PROGRAM}"""


BareFork = Callable[[str, str | None, list[Any]], Any]
"""Runs a program in a bare fork, calls a function of it once for each item of a list, and returns
the results; without a function (None) the program runs as a script. None if it failed."""


@contextlib.contextmanager
def bare_fork(language: str, *, packages: tuple[str, ...] = ()) -> Iterator[BareFork]:
    """A zygote with the same modules as ours, without isolation."""
    command = [PYTHON, "-P", "-s", "-S", "-B", "-c", _WARM_ZYGOTE, language, *packages]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        jobs, replies = process.stdin.fileno(), process.stdout.fileno()

        def run(source: str, entry: str | None, calls: list[Any]) -> Any:
            framing.write_all(jobs, framing.frame(dumps([source, entry, calls])))
            answers = framing.read_exactly(replies, 1)
            if answers == b".":  # the fork ended without a frame
                return None
            header = answers + framing.read_exactly(replies, framing.HEADER.size - 1)
            (size,) = framing.HEADER.unpack(header)
            results = loads(framing.read_exactly(replies, size))
            framing.read_exactly(replies, 1)
            return results

        yield run
        process.stdin.close()


@contextlib.contextmanager
def floor(
    language: str, program: str = PROGRAM, *, packages: tuple[str, ...] = ()
) -> Iterator[Contestant]:
    """A bare fork that loads and calls one program."""
    with bare_fork(language, packages=packages) as run:
        yield lambda: bool(run(program, ENTRY, CALLS) == ANSWERS)


@contextlib.contextmanager
def ours(
    level: str,
    policy: str,
    program: str = PROGRAM,
    *,
    pin_threads: bool = False,
    packages: tuple[str, ...] = (),
    files: dict[str, bytes] | None = None,
    scratch: int = 0,
) -> Iterator[Contestant]:
    """Our sandbox at a level, without the mechanisms that a higher level adds."""
    omit = {"kernel": (), "filtered": ("namespaces",)}.get(
        level, ("namespaces", "landlock", "seccomp")
    )
    with Sandbox(
        policy=policy, require=level, pin_threads=pin_threads, packages=packages,
        _omit=frozenset(omit),
    ) as box:  # fmt: skip

        def verdict() -> bool:
            outcome = box.call(program, ENTRY, CALLS, files=files, scratch=scratch)
            return [result.value for result in outcome.results] == ANSWERS

        yield verdict


def limit_reported_s() -> float:
    """After how many seconds the caller gets the report of a limit of one second."""
    with Sandbox(policy="python", limits=Limits(wall_s=1.0)) as box:
        box.run("pass")
        started = time.perf_counter()
        assert box.run("while True: pass").status == "timeout"
        return time.perf_counter() - started


def contestants(*, pin_threads: bool = False) -> tuple[dict[str, Any], dict[str, str]]:
    """The contestants that can run here, and why the others cannot."""
    entries = {
        "floor: bare fork, python zygote": floor("python"),
        "floor: bare fork, restricted zygote": floor("restricted"),
    }
    for level in ("kernel", "filtered", "process"):
        for policy in ("python", "restricted"):
            entries[f"hallmark {level} + {policy}"] = ours(level, policy, pin_threads=pin_threads)
    others, absent = peers()
    return entries | others, absent


def compete(
    rounds: int, *, pin_threads: bool = False
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """The seconds of each verdict by contestant, and why the other contestants are left out."""
    entries, absent = contestants(pin_threads=pin_threads)
    times: dict[str, list[float]] = {}
    with contextlib.ExitStack() as stack:
        ready: dict[str, Contestant] = {}
        for name, entry in entries.items():
            try:
                verdict = stack.enter_context(entry)
                if not all(verdict() for _ in range(3)):
                    raise RuntimeError("it rejects the right program")
                ready[name], times[name] = verdict, []
            except Exception as error:
                absent[name] = f"does not run here: {error}"
        for _ in range(rounds):
            for name, verdict in ready.items():
                quick = name.startswith(("floor", "hallmark"))
                for _ in range(8 if quick else 1):
                    started = time.perf_counter()
                    right = verdict()
                    times[name].append(time.perf_counter() - started)
                    if not right:
                        raise RuntimeError(f"{name} rejected the right program.")
    return times, absent

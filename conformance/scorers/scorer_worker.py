"""The process that holds a scorer: it imports it once, and forks for each batch of calls.

It is started as a file and imports the standard library only, so that a scorer finds no module of
this project in its way. Whatever a scorer does to its process ends with the fork. Messages are
lines of JSON on a socket:

    in    {"calls": [[answer, task], ...], "seconds": limit}
    out   {"pid": fork}, then {"number": n, ...} for each call, then {"end": wait status}
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import datetime
import importlib
import importlib.util
import inspect
import io
import json
import os
import random
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from types import CodeType
from typing import Any

CANARY = "hallmark_canary"
"""A variable name that only answers hold: code that has it was made from an answer."""
_MORE_MEMORY = 2 << 30
"""Bytes of address space that a fork may take beyond what the scorer's process has."""
_LONGEST = 300
_TRL_ROW = os.path.join(os.path.dirname(__file__), "..", "..", "sdk", "adapters", "trl_row.py")
_PR_SET_PDEATHSIG = 1
_cpu_clock, _wall_clock = time.process_time, time.perf_counter  # checks replace other clocks


def main() -> None:
    """Serve on the socket whose descriptor is the first argument."""
    sock = socket.socket(fileno=int(sys.argv[1]))
    del sys.argv[1:]
    die_with_parent()
    with sock.makefile("r", encoding="ascii", newline="\n") as stream:
        config = json.loads(stream.readline())
        sys.path[:0] = config["paths"]
        if config["shift"]:
            shift_clock(config["shift"])
        try:
            score, facts = load_scorer(config)
            facts = json.loads(json.dumps(facts))
        except BaseException as error:
            send(sock, {"ready": False, "problem": load_problem(config, error)})
            os._exit(0)
        serve(sock, stream, score, facts)


def load_scorer(config: dict[str, Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The scorer that is wanted, and what is known of it: `declared`, `files`.

    An adapter is a file with `load(name, args)`, which returns both, for a task set of a library or
    a server. Its facts also say how a script makes a call, in `script` and `call`; those of a task
    set hold `tasks` and `versions`.
    Raises whatever an import raises; an adapter ends with `sys.exit(text)` to say what is wrong.
    """
    if config["adapter"]:
        made: tuple[Callable[..., Any], dict[str, Any]] = load(config["adapter"], "load")(
            config["function"], config["args"]
        )
        return made
    score = load(config["module"], config["function"])
    facts = {"declared": declarations(score), "files": own_files(score)}
    if config["kind"] == "trl":
        score = load_file(_TRL_ROW, "hallmark_trl_row").trl_scorer(score)
    return score, facts


def load(module: str, function: str) -> Callable[..., Any]:
    """The function of a module, which is named or a path that ends with .py.

    Raises whatever its import raises, `AttributeError` without the function and `TypeError` if it
    cannot be called.
    """
    if module.endswith(".py"):
        name = os.path.splitext(os.path.basename(module))[0]
        sys.path.insert(0, os.path.dirname(os.path.abspath(module)))
        found: Any = load_file(module, name)
    else:
        found = importlib.import_module(module)
    for part in function.split("."):
        if not hasattr(found, part):
            raise AttributeError(f"{module} has no {function}")
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{function} of {module} is no function")
    score: Callable[..., Any] = found
    return score


def load_file(path: str, name: str) -> Any:
    """The module of a file, imported under a name."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        raise ModuleNotFoundError(f"there is no file {path}", name=name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_problem(config: dict[str, Any], error: BaseException) -> str:
    """One line that says why the scorer could not be loaded."""
    text = " ".join(str(error).split())[:_LONGEST]
    if config["adapter"] and isinstance(error, SystemExit):
        return text
    if isinstance(error, ModuleNotFoundError) and error.name == config["module"].split(".")[0]:
        return f"there is no module {config['module']}"
    if isinstance(error, AttributeError) and text.endswith(f"has no {config['function']}"):
        return text
    return f"importing it raised {type(error).__name__}: {text}"


def declarations(score: Callable[..., Any]) -> Any:
    """What the scorer's module declares: the variable `declared`, or its result if it is called."""
    module = sys.modules.get(getattr(score, "__module__", ""))
    declared = getattr(module, "declared", None)
    return declared() if callable(declared) else declared


def own_files(score: Callable[..., Any]) -> list[str]:
    """The source files of the scorer: its module, and modules that lie in the same folder."""
    module = sys.modules.get(getattr(score, "__module__", ""))
    path = getattr(module, "__file__", None)
    if not isinstance(path, str):
        return []
    folder = os.path.join(os.path.dirname(os.path.realpath(path)), "")
    paths = [getattr(loaded, "__file__", None) for loaded in list(sys.modules.values())]
    # Only absolute ones: torch calls the files of two of its modules `_ops.py` and `_classes.py`.
    real = {os.path.realpath(item) for item in paths if isinstance(item, str) and item[:1] == "/"}
    return sorted(item for item in real if item.startswith(folder) and item.endswith(".py"))


def serve(
    sock: socket.socket, stream: Any, score: Callable[..., Any], facts: dict[str, Any]
) -> None:
    """Say that the scorer is loaded, then run batches until the socket closes."""
    send(sock, {"ready": True, **facts})
    for line in stream:
        request = json.loads(line)
        pid = os.fork()
        if not pid:
            run_batch(sock, score, request)
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)
        _, status = os.waitpid(pid, 0)
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
        sock.sendall(b"\n" + json.dumps({"end": status}).encode() + b"\n")
    os._exit(0)


def run_batch(sock: socket.socket, score: Callable[..., Any], request: dict[str, Any]) -> None:
    """In a fork: make the calls one after another, send what each did, and exit."""
    try:
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)
        die_with_parent()
        limit_memory()
        print_any_text()
        reseed_generators()
        evaluated: list[bool] = []
        sys.addaudithook(lambda event, values: watch_evaluation(event, values, evaluated))
        send(sock, {"pid": os.getpid()})
        for number, (answer, task) in enumerate(request["calls"]):
            send(sock, {"number": number, **measure(score, answer, task, evaluated)})
        os._exit(0)
    except BaseException:
        os._exit(1)


def measure(
    score: Callable[..., Any], answer: str, task: Any, evaluated: list[bool]
) -> dict[str, Any]:
    """Call the scorer once; what it returned or raised, and what that took, as plain data."""
    before = json.dumps(task, sort_keys=True)
    del evaluated[:]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cpu, wall = _cpu_clock(), _wall_clock()
    try:
        value = score(answer, task)
        if inspect.iscoroutine(value):
            value = asyncio.run(value)
        result = describe(value)
    except BaseException as error:
        result = {"error": describe_error(error)}
    result["cpu"], result["seconds"] = _cpu_clock() - cpu, _wall_clock() - wall
    result["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    result["evaluated"] = bool(evaluated)
    try:
        result["changed"] = json.dumps(task, sort_keys=True) != before
    except BaseException:
        result["changed"] = True
    return result


def describe(value: Any) -> dict[str, Any]:
    """A score as `columns`, by name ("" for a number alone); or `odd`, what it is instead."""
    if isinstance(value, dict):
        columns = {str(name)[:_LONGEST]: number(item) for name, item in value.items()}
        odd = [name for name, item in columns.items() if item is None]
        if odd or not columns:
            what = f"no number in {odd[0]!r}" if odd else "an empty dict"
            return {"odd": what}
        return {"columns": columns}
    plain = number(value)
    if plain is None:
        return {"odd": f"{type(value).__name__} {value!r}"[:_LONGEST]}
    return {"columns": {"": plain}}


def number(value: Any) -> str | None:
    """A number as text, `nan` and `inf` included; None if it is none."""
    if not isinstance(value, bool | int | float) and not hasattr(value, "__float__"):
        return None
    try:
        return repr(float(value))
    except OverflowError:
        return "inf"
    except Exception:
        return None


def describe_error(error: BaseException) -> str:
    """Type, text and line of an exception."""
    frame, place = error.__traceback__, ""
    while frame is not None:
        place = f" ({os.path.basename(frame.tb_frame.f_code.co_filename)}, line {frame.tb_lineno})"
        frame = frame.tb_next
    try:
        text = " ".join(str(error).split())[:_LONGEST]
    except BaseException:
        text = "..."
    return f"{type(error).__name__}: {text}{place}"


def watch_evaluation(event: str, values: tuple[Any, ...], evaluated: list[bool]) -> None:
    """Note that code is executed that holds the name `CANARY`."""
    if event == "exec" and values and isinstance(values[0], CodeType) and names_canary(values[0]):
        evaluated.append(True)


def names_canary(code: CodeType) -> bool:
    """Whether code, or code in it, has a variable of that name."""
    if CANARY in code.co_names or CANARY in code.co_varnames:
        return True
    return any(isinstance(item, CodeType) and names_canary(item) for item in code.co_consts)


def limit_memory() -> None:
    """Bound the address space of this fork."""
    with contextlib.suppress(OSError, ValueError), open("/proc/self/statm") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + _MORE_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def print_any_text() -> None:
    """Let the scorer print what the encoding of its output lacks: it is not shown here."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def reseed_generators() -> None:
    """Give the global random generators a new state, which forks would otherwise share.

    numpy imports its generators at their first use; in each fork that would take most of the time.
    """
    random.seed()
    generators = sys.modules.get("numpy.random")
    if generators is not None:
        generators.seed(int.from_bytes(os.urandom(4), "little"))


def shift_clock(seconds: float) -> None:
    """Set the clock of this process ahead, before the scorer is imported."""
    # Its compiled types inherit from those of `datetime`; made from Python classes they crash.
    with contextlib.suppress(ImportError):
        importlib.import_module("pandas")
    now, now_ns, real = time.time, time.time_ns, datetime.datetime
    local, utc = time.localtime, time.gmtime
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + int(seconds * 1e9)
    time.localtime = lambda at=None: local(time.time() if at is None else at)
    time.gmtime = lambda at=None: utc(time.time() if at is None else at)

    class ShiftedMeta(type(real)):  # type: ignore[misc]
        def __instancecheck__(cls, other: Any) -> bool:
            return isinstance(other, real)

    class Shifted(datetime.datetime, metaclass=ShiftedMeta):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real.fromtimestamp(time.time(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return real.fromtimestamp(time.time(), datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Any:
            return real.fromtimestamp(time.time())

    class ShiftedDate(datetime.date):
        @classmethod
        def today(cls) -> Any:
            return real.fromtimestamp(time.time()).date()

    datetime.datetime, datetime.date = Shifted, ShiftedDate  # type: ignore[misc]


def send(sock: socket.socket, message: dict[str, Any]) -> None:
    """Write a message as a line."""
    sock.sendall(json.dumps(message).encode("ascii") + b"\n")


if __name__ == "__main__":
    main()

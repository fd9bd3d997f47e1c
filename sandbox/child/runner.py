"""What happens in the process of one run: read the program, load it, answer calls, leave.

Everything here is at the mercy of the program once that is loaded. It holds no secrets, and nothing
it says is believed beyond "this is what the program answered".
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType, ModuleType
from typing import Any

from hallmark_rl.sandbox.child import fork_per_call
from hallmark_rl.sandbox.isolation import rlimits
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import NotPlainData, dumps, loads, pack, unpack

FILENAME = "<program>"
DATA = 3
_TURNS = range(4, 4 + framing.TURN_EVENTS)
_MESSAGE = 2000
_VIOLATIONS = 50
_ENDS_LOOPS = (StopIteration, StopAsyncIteration)

_exit = os._exit
_write = framing.write_all
_close = os.close


def run(data: int = DATA) -> None:
    """Do the job that waits on `data`, up to the last word."""
    said, end = b"", _OK
    try:
        said, end = _serve(data)
    except MemoryError:
        rlimits.release_reserve()
        end = _end("memory", None)
    except BaseException as error:
        end = _end("error", describe(error))
    _finish_output()
    _write(data, said + end)
    _close(data)  # the caller reads what was said while this process is taken apart


def _end(*form: Any) -> bytes:
    return framing.frame(dumps(["end", *form]))


_OK = _end("ok", None)
_NO_MEMORY = _end("memory", None)


def leave() -> None:
    """End the process of a run."""
    _exit(0)


def _finish_output() -> None:
    """Flush what the program put in the place of its streams: the first ones keep nothing back."""
    for stream, first in ((sys.stdout, first_streams[0]), (sys.stderr, first_streams[1])):
        try:
            if stream is not first:
                stream.flush()
        except BaseException:
            continue


def _serve(data: int) -> tuple[bytes, bytes]:
    """Load the program and answer the calls; returns what is still to be said, and the end."""
    job = loads(framing.read_frame(data) or b"null")
    entry = job["entry"]
    name = "__main__" if entry is None else "program"
    try:
        code, space = _prepare(job["source"], job["policy"], name, job["seed"])
    except _Forbidden as refusal:
        return b"", _end("forbidden", None, *refusal.args)
    try:
        exec(code, space)
    except SystemExit as leave:
        if entry is not None or leave.code not in (None, 0):
            raise
    if entry is None:
        _run_exit_hooks()
        return b"", _OK
    function = space.get(entry)
    if function is None:
        raise NameError(f"The program does not define {entry!r}.")
    if job["proxy"]:
        function(_proxy(data))
        return b"", _OK
    calls = job["calls"]
    watch = job["mutation"]
    if job["fresh"]:
        gc.freeze()  # or a collection in a copy would write to all that was loaded
        fresh = partial(_answer, function, watch)
        enough = fork_per_call.answer_each(calls, fresh, data, _TURNS, _finish_output)
        return b"", _OK if enough else _NO_MEMORY
    said = b""
    for call in _each_call(data) if calls is None else calls:
        if said:
            _write(data, said)
        said, enough = _answer(function, watch, call)
        if not enough:
            return said, _NO_MEMORY
        if calls is None:  # the next call waits for this answer
            _write(data, said)
            said = b""
    return said, _OK


def _each_call(data: int) -> Iterator[Any]:
    while (call := framing.read_frame(data)) is not None:
        yield loads(call)


_spaces: dict[str, dict[str, Any]] = {}
first_streams: list[Any] = [None, None]  # stdout and stderr as the zygote made them


def warm_up(policy: str, seed: int) -> None:
    """Do once, in the zygote, what every run would otherwise do again: each inherits a copy."""
    if policy == "restricted":
        from hallmark_rl.sandbox import policy as language

        language.warm()
    prepare(policy, seed)
    unpack(loads(dumps(pack([[1, (2,), {"a": 1.5}], {}]))))


def prepare(policy: str, seed: int) -> None:
    """Make what a run will take away."""
    if policy == "restricted":
        from hallmark_rl.sandbox import policy as language

        for name in ("__main__", "program"):
            _spaces[name] = language.new_globals(module_name=name, seed=seed)
    else:
        sys.modules.pop("program", None)


class _Forbidden(Exception):
    """The policy refused the program; carries the violations as plain lists."""


def _prepare(source: str, policy: str, name: str, seed: int) -> tuple[CodeType, dict[str, Any]]:
    if policy == "restricted":
        from hallmark_rl.sandbox import policy as language

        try:
            code = language.compile_program(source, FILENAME)
        except language.ForbiddenProgram as refusal:
            found = refusal.violations[:_VIOLATIONS]
            raise _Forbidden(*([v.kind, v.message, v.line, v.column] for v in found)) from None
        return code, _spaces.pop(name, None) or language.new_globals(module_name=name, seed=seed)
    code = compile(source, FILENAME, "exec", dont_inherit=True)
    module = ModuleType(name)
    module.__builtins__ = sys.modules["builtins"]  # type: ignore[attr-defined]
    sys.modules[name] = module
    return code, module.__dict__


def _run_exit_hooks() -> None:
    import atexit

    atexit._run_exitfuncs()


def _answer(function: Callable[..., Any], watch: bool, call: Any) -> tuple[bytes, bool]:
    """The answer to one call, to be sent; False with it when memory ran out.

    What comes with the arguments of a call comes back with its answer.
    """
    try:
        form = call[:2]
        before = dumps(form) if watch else b""
        args, kwargs = unpack(form)
        try:
            reply = ["ok", pack(function(*args, **kwargs))]
        except MemoryError:
            reply = ["error", "MemoryError", "The call ran out of memory.", None, None]
        except BaseException as error:
            reply = ["error", *describe(error)]
        if watch:
            reply.append(_changed(before, args, kwargs))
        reply += call[2:]
        return framing.frame(dumps(reply)), reply[:2] != ["error", "MemoryError"]
    except MemoryError:
        return b"", False


def _changed(before: bytes, args: list[Any], kwargs: dict[str, Any]) -> bool:
    try:
        return dumps(pack([args, kwargs])) != before
    except NotPlainData:
        return True


def _proxy(data: int) -> Callable[..., Any]:
    """The candidate, as its checker sees it: calls go out as plain data, answers come so too."""

    def candidate(*args: Any, **kwargs: Any) -> Any:
        _write(data, framing.frame(dumps(["call", pack([list(args), kwargs])])))
        reply = framing.read_frame(data)
        if reply is None:
            raise RuntimeError("The candidate is gone.")
        answer = loads(reply)
        if answer[0] == "ok":
            return unpack(answer[1])
        kind: Any = getattr(sys.modules["builtins"], answer[1], None)
        known = isinstance(kind, type) and issubclass(kind, Exception)
        if known and kind not in _ENDS_LOOPS:  # the checker's loops are its own
            raise kind(answer[2])
        raise RuntimeError(f"{answer[1]}: {answer[2]}")

    return candidate


def describe(error: BaseException) -> list[Any]:
    """Type, message, line and column of an error, as far as the program lets us see them."""
    kind = f"{type(error).__name__!s:.80}"
    try:
        message = f"{error!s:.{_MESSAGE}}"
    except BaseException:
        message = "(its message cannot be shown)"
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        column = error.offset if isinstance(error.offset, int) else None
        return [kind, f"{error.msg!s:.{_MESSAGE}}", error.lineno, column]
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILENAME:
            line = step.tb_lineno
        step = step.tb_next
    return [kind, message, line, None]

"""What `hallmark run` does with its options: make a job, run it, and report the outcome."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from hallmark_rl.sandbox.api.jobs import Call, Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import Outcome, RunError
from hallmark_rl.sandbox.api.run_limits import Limits, parse_size
from hallmark_rl.sandbox.host.launch import ZygoteProcess
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.protocol.codec import NotPlainData, unpack

_EXIT = {
    "ok": 0, "error": 1, "crash": 1, "forbidden": 3, "timeout": 4, "memory": 4, "output": 4,
    "unavailable": 5,
}  # fmt: skip
_USAGE = 2
_FLOATS = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}


class UsageError(Exception):
    """A wrong value of an option; the message says which, and what to write."""


def carry_out(options: argparse.Namespace, started: ZygoteProcess | None, prog: str) -> int:
    """Run the program that the options name; returns the exit status.

    Args:
        options: what the parser of `sandbox.run` returns.
        started: the zygote to use; None if it could not be started.
        prog: what error messages call the command.
    """
    try:
        job, limits = _job(options), _limits(options)
        box = _sandbox(options, limits, started)
    except UsageError as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return _USAGE
    with box:
        outcome = box.run_job(job)
    try:
        _save(options, outcome)
    except OSError as error:
        print(f"{prog}: --save: {error}", file=sys.stderr)
        return _USAGE
    print(json.dumps(outcome.to_dict()) if options.json else report(outcome, job.source))
    return _EXIT[outcome.status]


def _read(path: str) -> str:
    try:
        if path == "-":
            if sys.stdin is None:
                raise UsageError("- cannot be read: standard input is closed.")
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.") from error


def _calls(path: str) -> list[Call]:
    calls = []
    for number, line in enumerate(_read(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            calls.append(Call.of(unpack(json.loads(line, parse_constant=_refuse_constant))))
        except (NotPlainData, TypeError, ValueError, RecursionError) as error:
            raise UsageError(f"{path}, line {number}: {error}") from error
    return calls


def _refuse_constant(name: str) -> Any:
    """`NaN` and the infinities are not JSON; the encoding of plain data has a form for them."""
    raise ValueError(f'{name} is not JSON: write {{"$float": "{_FLOATS[name]}"}}')


def _job(options: argparse.Namespace) -> Job:
    if options.program is None:
        raise UsageError("Name a program, or - for standard input.")
    if (options.entry is None) != (options.calls is None):
        raise UsageError("--entry and --calls go together.")
    try:
        if options.scratch and options.policy == Policy.RESTRICTED:
            raise UsageError("--scratch needs --policy python.")
        return Job(
            files=_files(options.file),
            scratch=parse_size(options.scratch) if options.scratch else 0,
            outputs=[wanted.partition("=")[0] for wanted in options.save],
            source=_read(options.program),
            entry=options.entry,
            calls=_calls(options.calls) if options.calls else (),
            stdin=_read(options.stdin) if options.stdin else "",
            fresh_calls=options.fresh_calls,
        )
    except (ValueError, TypeError) as error:
        raise UsageError(str(error)) from error


def _files(words: list[str]) -> dict[str, bytes]:
    """The files that `--file` names: each word is PATH, or NAME=PATH."""
    files: dict[str, bytes] = {}
    for word in words:
        name, equals, path = word.partition("=")
        path = path if equals else word
        name = name if equals else os.path.basename(word)
        if name in files:
            raise UsageError(f"--file: {name!r} is there twice.")
        try:
            with open(path, "rb") as file:
                files[name] = file.read()
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} cannot be read: {error}.") from error
    return files


def _save(options: argparse.Namespace, outcome: Outcome) -> None:
    """Write the files that came back where `--save` wants them: NAME, or NAME=PATH."""
    for word in options.save:
        name, _, path = word.partition("=")
        if name in outcome.files:
            with open(path or name, "wb") as file:
                file.write(outcome.files[name])


def _sandbox(options: argparse.Namespace, limits: Limits, started: ZygoteProcess | None) -> Sandbox:
    try:
        return Sandbox(
            limits=limits,
            policy=options.policy,
            require=options.require,
            packages=options.package,
            _zygote=started,
        )
    except ValueError as error:
        raise UsageError(str(error).replace("packages: ", "--package: ")) from error


def _limits(options: argparse.Namespace) -> Limits:
    try:
        values = {
            "wall_s": options.wall,
            "cpu_s": options.cpu,
            "memory_bytes": options.memory and parse_size(options.memory),
            "output_bytes": options.output and parse_size(options.output),
        }
        return Limits(**{name: value for name, value in values.items() if value is not None})
    except ValueError as error:
        raise UsageError(str(error)) from error


def _with_source_line(error: RunError, source: str) -> str:
    """The error's message, and below it the line of the program that it names."""
    lines = source.splitlines()
    message = f"{error.type}: {error.message}" if error.message else error.type
    if error.line is None or not 0 < error.line <= len(lines):
        return message
    text = lines[error.line - 1]
    marker = "" if not error.column else "\n  " + " " * (5 + error.column) + "^"
    return f"{message}\n  {error.line:4} | {text}{marker}"


def report(outcome: Outcome, source: str) -> str:
    """The report as text: output, one line per call, errors with their source line, usage."""
    parts = []
    for name, text in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
        if text:
            cut = " (cut)" if getattr(outcome, f"{name}_truncated") else ""
            parts.append(f"--- {name}{cut}\n{_printable(text).rstrip()}")
    for number, result in enumerate(outcome.results, 1):
        shown = (
            _with_source_line(result.error, source)
            if result.error
            else json.dumps(result.to_dict()["ok"])
        )
        parts.append(_printable(f"call {number}: {shown}"))
    for name, content in outcome.files.items():
        parts.append(_printable(f"file {name}: {len(content)} bytes"))
    for name, reason in outcome.missing_files.items():
        parts.append(_printable(f"file {name}: missing, {reason}"))
    for error in outcome.violations or ((outcome.error,) if outcome.error else ()):
        parts.append(_printable(_with_source_line(error, source)))
    parts.append(
        f"{outcome.status}: {outcome.wall_s:.3f} s, CPU {outcome.cpu_s:.3f} s, "
        f"{outcome.max_rss_bytes / (1 << 20):.0f} MiB, "
        f"isolation {outcome.isolation.level}, policy {outcome.policy}"
    )
    return "\n".join(parts)


def _printable(text: str) -> str:
    """The text with control characters escaped, so that it cannot control the terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text)

"""What `python -m sandbox.run` does with its arguments: a job, and a report of what came of it."""

from __future__ import annotations

import argparse
import json
import sys

from hallmark_rl.sandbox.api.jobs import Call, Job
from hallmark_rl.sandbox.api.outcome import Outcome, RunError
from hallmark_rl.sandbox.api.run_limits import Limits, parse_size
from hallmark_rl.sandbox.host.launch import ZygoteProcess
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.protocol.codec import NotPlainData, loads, unpack

_EXIT = {
    "ok": 0, "error": 1, "crash": 1, "forbidden": 3, "timeout": 4, "memory": 4, "output": 4,
    "unavailable": 5,
}  # fmt: skip
_USAGE = 2


class UsageError(Exception):
    """The command cannot be carried out as it was given."""


def carry_out(options: argparse.Namespace, started: ZygoteProcess | None) -> int:
    """Run what the options of the command say in the zygote that has been started for it.

    Returns the exit status.
    """
    try:
        job, limits = _job(options), _limits(options)
    except UsageError as error:
        print(f"python -m sandbox.run: {error}", file=sys.stderr)
        return _USAGE
    with Sandbox(
        limits=limits, policy=options.policy, require=options.require, _zygote=started
    ) as box:
        outcome = box.run_job(job)
    print(json.dumps(outcome.to_dict()) if options.json else report(outcome, job.source))
    return _EXIT[outcome.status]


def _read(path: str) -> str:
    try:
        if path == "-":
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.") from error


def _calls(path: str) -> list[Call]:
    found = []
    for number, line in enumerate(_read(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(Call.of(unpack(loads(json.dumps(json.loads(line)).encode()))))
        except (NotPlainData, TypeError, ValueError) as error:
            raise UsageError(f"{path}, line {number}: {error}") from error
    return found


def _job(options: argparse.Namespace) -> Job:
    if options.program is None:
        raise UsageError("Name a program, or - for standard input.")
    if (options.entry is None) != (options.calls is None):
        raise UsageError("--entry and --calls go together.")
    try:
        return Job(
            source=_read(options.program),
            entry=options.entry,
            calls=_calls(options.calls) if options.calls else (),
            stdin=_read(options.stdin) if options.stdin else "",
            fresh_calls=options.fresh_calls,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def _limits(options: argparse.Namespace) -> Limits:
    try:
        given = {
            "wall_s": options.wall,
            "cpu_s": options.cpu,
            "memory_bytes": options.memory and parse_size(options.memory),
            "output_bytes": options.output and parse_size(options.output),
        }
        return Limits(**{name: value for name, value in given.items() if value is not None})
    except ValueError as error:
        raise UsageError(str(error)) from error


def _blame(error: RunError, source: str) -> str:
    lines = source.splitlines()
    said = f"{error.type}: {error.message}" if error.message else error.type
    if error.line is None or not 0 < error.line <= len(lines):
        return said
    text = lines[error.line - 1]
    marker = "" if not error.column else "\n  " + " " * (5 + error.column) + "^"
    return f"{said}\n  {error.line:4} | {text}{marker}"


def report(outcome: Outcome, source: str) -> str:
    """A few lines for a human reader."""
    parts = []
    for name, text in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
        if text:
            cut = " (cut)" if getattr(outcome, f"{name}_truncated") else ""
            parts.append(f"--- {name}{cut}\n{_printable(text).rstrip()}")
    for number, result in enumerate(outcome.results, 1):
        shown = _blame(result.error, source) if result.error else json.dumps(result.to_dict()["ok"])
        parts.append(_printable(f"call {number}: {shown}"))
    for error in outcome.violations or ((outcome.error,) if outcome.error else ()):
        parts.append(_printable(_blame(error, source)))
    parts.append(
        f"{outcome.status}: {outcome.wall_s:.3f} s, CPU {outcome.cpu_s:.3f} s, "
        f"{outcome.max_rss_bytes / (1 << 20):.0f} MiB, "
        f"isolation {outcome.isolation.level}, policy {outcome.policy}"
    )
    return "\n".join(parts)


def _printable(text: str) -> str:
    """What a program wrote, without the power to drive the terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text)

"""`python -m sandbox.run`: run one program that nobody trusts, and say what came of it.

Exit status: 0 ok, 1 the program failed, 2 usage, 3 forbidden, 4 a limit was hit, 5 the required
isolation is not available.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys

from sandbox.box import Sandbox
from sandbox.codec import NotPlainData, loads, unpack
from sandbox.limits import Call, Job, Limits, Policy, parse_size
from sandbox.outcome import Outcome, RunError
from sandbox.workers import LEVELS

EXIT = {
    "ok": 0, "error": 1, "crash": 1, "forbidden": 3, "timeout": 4, "memory": 4, "output": 4,
    "unavailable": 5,
}  # fmt: skip
_USAGE = 2


class UsageError(Exception):
    """The command cannot be carried out as it was given."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox.run", description="Run a Python program that nobody trusts."
    )
    parser.add_argument("program", nargs="?", help="a file, or - for standard input")
    parser.add_argument("--entry", metavar="NAME", help="call this function of the program")
    parser.add_argument(
        "--calls", metavar="FILE", help="one JSON array of arguments, or {args, kwargs}, a line"
    )
    parser.add_argument("--stdin", metavar="FILE", help="what the program reads")
    parser.add_argument("--policy", choices=[str(p) for p in Policy], default=Policy.RESTRICTED)
    defaults = Limits()
    parser.add_argument("--wall", type=float, metavar="S", default=defaults.wall_s)
    parser.add_argument("--cpu", type=float, metavar="S", default=defaults.cpu_s)
    parser.add_argument("--memory", metavar="SIZE", default=str(defaults.memory_bytes))
    parser.add_argument("--output", metavar="SIZE", default=str(defaults.output_bytes))
    parser.add_argument("--require", choices=LEVELS[::-1], default="kernel")
    parser.add_argument(
        "--fresh-calls", action="store_true", help="each call finds the program as loaded"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--probe", action="store_true", help="tell what this host enforces")
    return parser


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
        return Limits(
            wall_s=options.wall,
            cpu_s=options.cpu,
            memory_bytes=parse_size(options.memory),
            output_bytes=parse_size(options.output),
        )
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


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    options = _parser().parse_args(arguments)
    try:
        if options.probe:
            from sandbox.probe import probe

            return probe(options.require, as_json=options.json)
        job, limits = _job(options), _limits(options)
    except UsageError as error:
        print(f"python -m sandbox.run: {error}", file=sys.stderr)
        return _USAGE
    with Sandbox(limits=limits, policy=options.policy, require=options.require) as box:
        outcome = box.do(job)
    print(json.dumps(outcome.to_dict()) if options.json else report(outcome, job.source))
    return EXIT[outcome.status]


def _at_shell() -> int:
    """`main`, and a quiet end, with the status of a signal, on Ctrl-C or when nobody reads on."""
    try:
        status = main()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left to print goes there
        return 128 + signal.SIGPIPE


if __name__ == "__main__":
    sys.exit(_at_shell())

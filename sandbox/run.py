"""`hallmark run` and `python -m sandbox.run`: run one untrusted program and report its outcome.

The exit codes are in `_EXIT_CODES`. The zygote starts before the modules that the command needs
after it, so this module imports little.
"""

from __future__ import annotations

import argparse
import sys

from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.host import launch

_EXIT_CODES = """\
exit codes:
  0    the program ended normally
  1    the program failed: an exception, or a crash
  2    wrong usage
  3    the policy forbids something in the program
  4    the program reached a limit on time, memory or output
  5    this host does not provide the isolation that --require names
  130  interrupted (Ctrl-C)
  141  standard output was closed
"""
_PROBE_EXIT_CODES = """\
exit codes:
  0    this host provides the isolation that --require names
  2    wrong usage
  5    it does not
  130  interrupted (Ctrl-C)
  141  standard output was closed
"""


def _new_parser(prog: str, description: str, epilog: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=prog,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _run_parser(prog: str) -> argparse.ArgumentParser:
    parser = _new_parser(
        prog,
        "Run an untrusted Python program in the sandbox.",
        f"{_EXIT_CODES}\nexample: {prog} program.py --entry add --calls calls.jsonl --json",
    )
    add = parser.add_argument
    add("program", nargs="?", help="a file, or - for standard input")
    add(
        "--entry",
        metavar="NAME",
        help="call this function of the program, or Class.method on a new object for each call",
    )
    add(
        "--calls",
        metavar="FILE",
        help="arguments of the calls, one per line: a JSON array or {args, kwargs}; NaN is "
        '{"$float": "nan"}, the infinities are {"$float": "inf"} and {"$float": "-inf"}',
    )
    add("--stdin", metavar="FILE", help="what the program reads from standard input")
    add(
        "--policy",
        choices=[*Policy],
        default=Policy.RESTRICTED,
        help="language rules for the program (default: %(default)s)",
    )
    add(
        "--package",
        metavar="NAME",
        action="append",
        default=[],
        help="let the program import this installed package, or NAME.* (repeatable); its own code "
        "is run outside of the sandbox to load it; under restricted numpy alone",
    )
    add(
        "--file",
        metavar="[NAME=]PATH",
        action="append",
        default=[],
        help="let the program read this file, under NAME or its own name (repeatable)",
    )
    add(
        "--scratch",
        metavar="SIZE",
        help="let the program write so much in the folder of its files, such as 16M; not under "
        "restricted",
    )
    add(
        "--save",
        metavar="NAME[=PATH]",
        action="append",
        default=[],
        help="after the run, keep the file NAME that it wrote (repeatable); needs --scratch",
    )
    add("--wall", type=float, metavar="S", help="limit on wall time, in seconds")
    add("--cpu", type=float, metavar="S", help="limit on CPU time, in seconds")
    add("--memory", metavar="SIZE", help="limit on memory, such as 256M")
    add("--output", metavar="SIZE", help="limit on what the program prints, such as 64k")
    _add_require(parser)
    add(
        "--fresh-calls",
        action="store_true",
        help="give each call the program's state as it was right after loading",
    )
    add("--json", action="store_true", help="print one JSON object")
    add("--probe", action="store_true", help="show which isolation this host enforces, and exit")
    return parser


def _add_require(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--require",
        choices=LEVELS[::-1],
        default="kernel",
        help="lowest acceptable isolation level (default: %(default)s)",
    )


def main(arguments: list[str] | None = None, prog: str = "python -m sandbox.run") -> int:
    """Run a program, or with `--probe` test the host; returns the exit status.

    Args:
        arguments: the words after the command; by default those of this process.
        prog: what help and error messages call the command.
    """
    options = _run_parser(prog).parse_args(arguments)
    if options.probe:
        return _probe(options)
    started = _start(options)
    try:
        from hallmark_rl.sandbox import run_command  # and its imports, while the zygote starts

        return run_command.carry_out(options, started, prog)
    finally:
        if started:
            started.stop(grace_s=0.0)


def main_probe(arguments: list[str], prog: str) -> int:
    """Show which isolation this host enforces; returns the exit status."""
    parser = _new_parser(
        prog,
        "Show which isolation this host enforces. Every forbidden act is tried.",
        f"{_PROBE_EXIT_CODES}\nexample: {prog} --require filtered",
    )
    _add_require(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return _probe(parser.parse_args(arguments))


def _probe(options: argparse.Namespace) -> int:
    from hallmark_rl.sandbox.host.probe import probe

    return probe(options.require, as_json=options.json)


def _start(options: argparse.Namespace) -> launch.ZygoteProcess | None:
    """Start the zygote; None if that fails, which is reported when the program is to run."""
    policy = Policy(options.policy)
    folders = policy is Policy.PYTHON and bool(options.file or options.scratch)
    try:
        return launch.start_zygote(policy, packages=tuple(options.package), folders=folders)
    except (launch.ZygoteError, ValueError):
        return None


if __name__ == "__main__":
    sys.exit(call_as_command(lambda: main(prog=started_as("python -m sandbox.run"))))

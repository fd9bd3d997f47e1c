"""`python -m sandbox.run`: run one program that nobody trusts, and say what came of it.

Exit status: 0 ok, 1 the program failed, 2 usage, 3 forbidden, 4 a limit was hit, 5 the required
isolation is not available.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.host import launch


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox.run",
        description="Run a Python program that nobody trusts.",
    )
    parser.add_argument("program", nargs="?", help="a file, or - for standard input")
    parser.add_argument("--entry", metavar="NAME", help="call this function of the program")
    parser.add_argument(
        "--calls", metavar="FILE", help="one JSON array of arguments, or {args, kwargs}, a line"
    )
    parser.add_argument("--stdin", metavar="FILE", help="what the program reads")
    parser.add_argument("--policy", choices=[*Policy], default=Policy.RESTRICTED)
    parser.add_argument("--wall", type=float, metavar="S")
    parser.add_argument("--cpu", type=float, metavar="S")
    parser.add_argument("--memory", metavar="SIZE")
    parser.add_argument("--output", metavar="SIZE")
    parser.add_argument("--require", choices=LEVELS[::-1], default="kernel")
    parser.add_argument(
        "--fresh-calls", action="store_true", help="each call finds the program as loaded"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--probe", action="store_true", help="tell what this host enforces")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    options = _parser().parse_args(arguments)
    if options.probe:
        from hallmark_rl.sandbox.host.probe import probe

        return probe(options.require, as_json=options.json)
    started = _start(Policy(options.policy))
    try:
        from hallmark_rl.sandbox import cli  # and all else that is needed, while the zygote starts

        return cli.carry_out(options, started)
    finally:
        if started:
            started.stop(grace_s=0.0)


def _start(policy: Policy) -> launch.ZygoteProcess | None:
    try:
        return launch.start_zygote(policy)
    except launch.ZygoteError:
        return None  # it is said when the program is to run


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

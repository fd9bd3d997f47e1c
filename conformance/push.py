"""`hallmark push ENV`: `openenv push`, but only for an environment with a valid stamp.

hallmark push envs/wordle -- --repo-id me/wordle
"""

from __future__ import annotations

import shutil
import subprocess
import sys

import typer

from hallmark_rl.conformance.gate import FolderArgument, check
from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.typer_app import new_app, run_app


def push(context: typer.Context, env: FolderArgument) -> None:
    """Check the stamp of an environment, then run `openenv push` on its folder.

    Options of `openenv push` may follow after `--`.
    """
    problems = check(env)
    if problems:
        print("not pushed:", *problems, sep="\n  ", file=sys.stderr)
        raise typer.Exit(1)
    program = shutil.which("openenv")
    if program is None:
        print("not pushed: the command `openenv` is not installed", file=sys.stderr)
        raise typer.Exit(1)
    command = [program, "push", str(env.resolve()), *(context.obj or ())]
    raise typer.Exit(subprocess.run(command, check=False).returncode)


app = new_app(
    push,
    exit_codes={1: "not pushed: the stamp is not valid, or `openenv` failed (its own exit code)"},
    example="hallmark push my_env -- --repo-id me/my_env",
)


def main(arguments: list[str] | None = None, prog: str = "python -m conformance.push") -> int:
    """`python -m conformance.push ARGUMENTS`; returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    return call_as_command(lambda: run_app(app, prog, words, passes_on=True))


if __name__ == "__main__":
    sys.exit(main(prog=started_as("python -m conformance.push")))

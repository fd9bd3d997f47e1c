"""`openenv push`, but only for an environment with a fresh hallmark.

hallmark push envs/wordle -- --repo-id me/wordle
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from hallmark_rl.conformance.gate import check


def main(arguments: list[str] | None = None) -> int:
    """The command line; what follows `--` goes to `openenv push`."""
    given = sys.argv[1:] if arguments is None else arguments
    own, _, rest = given, "", []
    if "--" in given:
        place = given.index("--")
        own, rest = given[:place], given[place + 1 :]
    parser = argparse.ArgumentParser(
        prog="hallmark push",
        description="openenv push, for proved environments only",
    )
    parser.add_argument("env", type=Path, help="the folder of the environment")
    options = parser.parse_args(own)
    problems = check(options.env)
    if problems:
        print("not pushed:", *problems, sep="\n  ", file=sys.stderr)
        return 1
    program = shutil.which("openenv")
    if program is None:
        print("not pushed: the command `openenv` is not installed", file=sys.stderr)
        return 1
    command = [program, "push", str(options.env.resolve()), *rest]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

"""The command `hallmark`.

`run` and `probe` start a sandbox and must start fast: they are called before anything else is
imported. `hallmark_rl.commands` loads the other commands.
"""

from __future__ import annotations

import sys

from hallmark_rl.exit_status import call_as_command


def main(arguments: list[str] | None = None) -> int:
    """Run `hallmark ARGUMENTS` (by default those of this process); returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    return call_as_command(lambda: _dispatch(words))


def _dispatch(words: list[str]) -> int:
    program = _program()
    if words[:1] in (["run"], ["probe"]):
        from hallmark_rl.sandbox import run

        command = run.main if words[0] == "run" else run.main_probe
        return command(words[1:], prog=f"{program} {words[0]}")
    from hallmark_rl import commands

    return commands.main(words, program)


def _program() -> str:
    """How this process was started, as a person would type it."""
    is_script = sys.argv[0].rpartition("/")[2].lower() == "hallmark"  # some disks ignore case
    return "hallmark" if is_script else "python -m hallmark_rl"

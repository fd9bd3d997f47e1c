"""`python -m conformance`: `hallmark prove` (here called `run`), `explain`, `list` and `replay`."""

from __future__ import annotations

import sys

from hallmark_rl.conformance import property_commands, prove, replay_command
from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.typer_app import help_epilog, new_app, run_app

app = new_app(
    no_args_is_help=True,
    help="Run the suite, explain a property, replay a failure.",
    epilog=help_epilog(prove.EXIT_CODES, "python -m conformance run envs/wordle"),
)
for name, source in {
    "run": prove.app,
    "explain": property_commands.explain_app,
    "list": property_commands.list_app,
    "replay": replay_command.app,
}.items():
    command = source.registered_commands[0]
    assert command.callback is not None
    app.command(name, epilog=command.epilog)(command.callback)


if __name__ == "__main__":
    sys.exit(
        call_as_command(
            lambda: run_app(app, started_as("python -m conformance"), sys.argv[1:], passes_on=True)
        )
    )

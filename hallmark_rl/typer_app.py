"""Typer applications with plain help texts, and how a command line is run with one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import typer
from typer.main import get_command

from hallmark_rl.command_text import command_text

if TYPE_CHECKING:
    from rich.console import Console

COMMON_EXIT_CODES = {
    2: "wrong usage, or a missing extra",
    130: "interrupted (Ctrl-C)",
    141: "standard output was closed",
}


def new_app(
    command: Callable[..., Any] | None = None,
    *,
    exit_codes: Mapping[int, str] | None = None,
    example: str = "",
    **settings: Any,
) -> typer.Typer:
    """An application with the one command `command`, or with none yet.

    Args:
        command: a function in typer's style; its docstring is the help text.
        exit_codes: exit status -> meaning, beyond `COMMON_EXIT_CODES`.
        example: one command line for the help.
        settings: further arguments of `typer.Typer`.
    """
    app = typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **settings
    )
    if command is not None:
        app.command(epilog=help_epilog(exit_codes or {}, example))(command)
    return app


def help_epilog(exit_codes: Mapping[int, str], example: str) -> str:
    """The end of a help text: every exit code, and one example.

    An `example` that begins with `hallmark` is shown as the command that works in this shell.
    """
    program, _, rest = example.partition(" ")
    if program == "hallmark":
        example = f"{command_text()} {rest}"
    codes = {0: "ok", **COMMON_EXIT_CODES, **exit_codes}
    rows = [f"  {code:<4} {codes[code]}" for code in sorted(codes)]
    # The line \b keeps the line breaks of the paragraph that follows it.
    return "\n\n".join(["\b\n" + "\n".join(["Exit codes:", *rows]), f"\b\nExample: {example}"])


def new_console() -> Console:
    """A console that does not wrap lines and raises `BrokenPipeError` as `print` does."""
    from rich.console import Console

    class PlainConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich's own method exits with status 1

    return PlainConsole(highlight=False, soft_wrap=True)


def run_app(app: typer.Typer, prog: str, arguments: list[str], *, passes_on: bool = False) -> int:
    """Run a command line; returns the exit status.

    Errors of the command line are printed. `KeyboardInterrupt` and `BrokenPipeError` are raised,
    for `exit_status.call_as_command`.

    Args:
        prog: what the help and the errors call the command.
        arguments: the words after `prog`.
        passes_on: the words after `--` are not parsed, but become the context's `obj`.
    """
    rest: list[str] = []
    if passes_on and "--" in arguments:
        place = arguments.index("--")
        arguments, rest = arguments[:place], arguments[place + 1 :]
    command = get_command(app)
    # Not `command.main()`: it has its own exit statuses for Ctrl-C and closed pipes.
    try:
        with command.make_context(
            prog, list(arguments), obj=rest, help_option_names=["-h", "--help"]
        ) as context:
            command.invoke(context)
    except typer.Exit as finished:
        return int(finished.exit_code)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        # click.ClickException; some versions of typer carry a copy of click under another name.
        if not (hasattr(error, "show") and hasattr(error, "exit_code")):
            raise
        error.show(sys.stderr)
        return int(error.exit_code)
    return 0

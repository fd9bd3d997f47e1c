"""How a command was started, and how it ends on Ctrl-C and on a closed pipe: quietly."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # `typing` itself is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 128 + signal.SIGINT
PIPE_CLOSED = 128 + signal.SIGPIPE


def call_as_command(main: Callable[[], int]) -> int:
    """Call `main`; the exit status of the process.

    Returns what `main` returns, 130 after Ctrl-C, and 141 if nothing reads standard output any
    more. Neither of the two prints a traceback.
    """
    try:
        try:
            status = main()
        finally:
            if sys.stdout is not None:  # it may have been closed before the command began
                sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What Python still holds for standard output is flushed to the null device at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return PIPE_CLOSED


def started_as(default: str) -> str:
    """The name that `python -m` was given, as `python -m NAME`; `default` for a script."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return f"python -m {spec.name.removesuffix('.__main__')}" if spec else default

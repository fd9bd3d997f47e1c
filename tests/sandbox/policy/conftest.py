"""A fixture that runs a program under the restricted policy, in the process of the test."""

from __future__ import annotations

import contextlib
import io

import pytest

from hallmark_rl.sandbox.policy import ForbiddenProgram, compile_program, new_globals


class ProgramRun:
    """Runs a program: `status` is "forbidden", "error" or "ok", `out` is what it printed."""

    def __init__(self, source: str) -> None:
        out = io.StringIO()
        self.error: BaseException | None = None
        with contextlib.redirect_stdout(out):
            try:
                self.space = new_globals()
                exec(compile_program(source), self.space)
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                self.error = error
        self.out = out.getvalue()
        if self.error is None:
            self.status = "ok"
        else:
            self.status = "forbidden" if isinstance(self.error, ForbiddenProgram) else "error"


@pytest.fixture
def run() -> type[ProgramRun]:
    """`run(source)` executes a program under the restricted policy."""
    return ProgramRun

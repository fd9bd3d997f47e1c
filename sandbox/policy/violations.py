"""What is wrong with a program, said before any of it runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Violation:
    """One thing that a program may not do, and where it does it."""

    kind: str  # "name", "module", "attribute", "statement" or "syntax"
    name: str
    line: int
    column: int  # counted from 1, like the line
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class ForbiddenProgram(Exception):
    """The program breaks the restricted policy; `violations` says where."""

    def __init__(self, found: list[Violation]) -> None:
        super().__init__("; ".join(str(violation) for violation in found))
        self.violations = found

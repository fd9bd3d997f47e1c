"""What the restricted policy forbids in a program, found before any of it runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Violation:
    """One thing in a program that the policy forbids, and where it is."""

    kind: str  # "name", "module", "attribute", "statement" or "syntax"
    name: str
    line: int
    column: int  # counted from 1, like the line
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class ForbiddenProgram(Exception):
    """The restricted policy forbids the program; `violations` lists why, in source order."""

    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.violations = violations

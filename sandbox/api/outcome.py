"""What a run came to. Always data: nothing a program does raises in the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox.api.levels import Policy
from hallmark_rl.sandbox.protocol.codec import pack

STATUSES = ("ok", "error", "forbidden", "timeout", "memory", "output", "crash", "unavailable")


@dataclass(frozen=True, slots=True)
class RunError:
    """What went wrong, and on which line of the program when that is known."""

    type: str
    message: str
    line: int | None = None
    column: int | None = None

    def to_dict(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"type": self.type, "message": self.message, "line": self.line}
        if self.column is not None:
            shown["column"] = self.column
        return shown


@dataclass(frozen=True, slots=True)
class CallResult:
    """One call: its value, or its error; `mutated` is None unless it was asked for."""

    ok: bool
    value: Any = None
    error: RunError | None = None
    mutated: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        shown: dict[str, Any]
        shown = {"error": self.error.to_dict()} if self.error else {"ok": pack(self.value)}
        if self.mutated is not None:
            shown["mutated"] = self.mutated
        return shown


@dataclass(frozen=True, slots=True)
class Isolation:
    """The level in force and the mechanisms that make it; `missing` says why it is not higher."""

    level: str
    mechanisms: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {"level": self.level, "mechanisms": list(self.mechanisms)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """Everything known about one run; `status` is one of `STATUSES`.

    `ok` says that the program ended and every call was answered, with a value or with an error of
    its own; whether a value is right is for the caller to say. `results` holds what was answered
    before the end, so after a limit it may be shorter than the calls.
    """

    status: str
    results: tuple[CallResult, ...] = ()
    stdout: str = ""
    stderr: str = ""
    stdout_truncated: bool = False
    stderr_truncated: bool = False
    error: RunError | None = None
    violations: tuple[RunError, ...] = ()
    wall_s: float = 0.0
    cpu_s: float = 0.0
    max_rss_bytes: int = 0
    isolation: Isolation
    policy: Policy

    def to_dict(self) -> dict[str, Any]:
        """The object `python -m sandbox.run --json` prints."""
        return {
            "status": self.status,
            "results": [result.to_dict() for result in self.results],
            "stdout": self.stdout,
            "stderr": self.stderr,
            "stdout_truncated": self.stdout_truncated,
            "stderr_truncated": self.stderr_truncated,
            "error": self.error.to_dict() if self.error else None,
            "violations": [violation.to_dict() for violation in self.violations],
            "wall_s": round(self.wall_s, 6),
            "cpu_s": round(self.cpu_s, 6),
            "max_rss_bytes": self.max_rss_bytes,
            "isolation": self.isolation.to_dict(),
            "policy": str(self.policy),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckOutcome:
    """A checker's word on a candidate; `calls` counts the calls that passed between the two."""

    passed: bool
    checker: Outcome
    candidate: Outcome
    calls: int

    @property
    def status(self) -> str:
        """The candidate's status when it failed by itself, else the checker's."""
        return self.candidate.status if self.candidate.status != "ok" else self.checker.status

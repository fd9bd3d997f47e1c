"""The result of a run. It is always data: nothing that a program does raises in the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.protocol.codec import pack

STATUSES = ("ok", "error", "forbidden", "timeout", "memory", "output", "crash", "unavailable")


@dataclass(frozen=True, slots=True)
class RunError:
    """An error of a run or of one call; `line` and `column` (from 1) are None where unknown."""

    type: str
    message: str
    line: int | None = None
    column: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """A form that JSON can hold; `column` is left out where unknown."""
        fields: dict[str, Any] = {"type": self.type, "message": self.message, "line": self.line}
        if self.column is not None:
            fields["column"] = self.column
        return fields


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of one call: its value if `ok`, else its error.

    `mutated` says whether the call changed its arguments; None unless that was asked for.
    """

    ok: bool
    value: Any = None
    error: RunError | None = None
    mutated: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """A form that JSON can hold: the value as `protocol.codec` encodes it, or the error."""
        fields: dict[str, Any]
        fields = {"error": self.error.to_dict()} if self.error else {"ok": pack(self.value)}
        if self.mutated is not None:
            fields["mutated"] = self.mutated
        return fields


@dataclass(frozen=True, slots=True)
class Isolation:
    """The isolation level of a run and its mechanisms; `missing` says why it is not higher."""

    level: str
    mechanisms: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """A form that JSON can hold, without `missing`."""
        return {"level": self.level, "mechanisms": list(self.mechanisms)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """Everything known about one run; `status` is one of `STATUSES`.

    `ok` means that the program ended normally and that each call returned a value or raised an
    error; the caller decides whether the values are right. `results` holds the calls that were
    answered: after a limit, it may be shorter than the calls of the job. `violations` lists what
    the `restricted` policy refused, if `status` is `forbidden`.
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
    """The result of `Sandbox.check`; `calls` counts the calls of the checker to the candidate."""

    passed: bool
    checker: Outcome
    candidate: Outcome
    calls: int

    @property
    def status(self) -> str:
        """The candidate's status if that is not `ok`, else the checker's."""
        return self.candidate.status if self.candidate.status != "ok" else self.checker.status

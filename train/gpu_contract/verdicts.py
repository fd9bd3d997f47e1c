"""The result of one assertion of the GPU contract: held, broken, or not checked with the reason."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["held", "broken", "not checked"]


@dataclass(frozen=True)
class Finding:
    """What an assertion found.

    Attributes:
        name: of the assertion.
        verdict: whether it holds. `not checked` is no pass.
        detail: the figures, or the reason.
    """

    name: str
    verdict: Verdict
    detail: str

    @classmethod
    def of(cls, name: str, held: bool, detail: str) -> Finding:
        """A finding that was checked."""
        return cls(name, "held" if held else "broken", detail)

    @classmethod
    def unchecked(cls, name: str, reason: str) -> Finding:
        """A finding that could not be checked."""
        return cls(name, "not checked", reason)

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data."""
        return asdict(self)

"""What a run is asked to do: a program, and the calls of one of its functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.run_limits import Limits


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of one call, as plain data. The expected result is never part of it."""

    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, arguments: CallLike) -> Call:
        """A `Call` from a list or tuple of arguments, or from `{"args": [...], "kwargs": {...}}`.

        Raises `TypeError` for anything else.
        """
        if isinstance(arguments, Call):
            return arguments
        if isinstance(arguments, list | tuple):
            return cls(tuple(arguments))
        if isinstance(arguments, Mapping) and set(arguments) <= {"args", "kwargs"}:
            args, kwargs = arguments.get("args", ()), arguments.get("kwargs", {})
            if isinstance(args, list | tuple) and isinstance(kwargs, Mapping):
                return cls(tuple(args), kwargs)
        raise TypeError(
            "A call is a list of arguments, or a mapping with no keys but `args` (a list) and "
            f"`kwargs` (a mapping), not {type(arguments).__name__}."
        )


CallLike = Call | Sequence[Any] | Mapping[str, Any]
"""What `Call.of` turns into a `Call`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One run for `Sandbox.map`; the fields are the arguments of `Sandbox.run` and `Sandbox.call`.

    `entry` names the function to call; without it, `source` runs as a script. `policy` and `limits`
    default to those of the sandbox.

    A list or tuple of `calls` is encoded before the run starts. Any other sequence is read while
    the child process is forked, and again when the run has to be repeated; the time that takes
    counts towards `wall_s`. Raises `TypeError` or `ValueError` for fields that do not fit together.
    """

    source: str
    entry: str | None = None
    calls: Sequence[CallLike] = ()
    stdin: str = ""
    fresh_calls: bool = False
    report_mutation: bool = False
    policy: Policy | None = None
    limits: Limits | None = None

    def __post_init__(self) -> None:
        for name in ("source", "stdin"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} must be a str, not {type(getattr(self, name)).__name__}.")
        if self.entry is not None and not self.entry.isidentifier():
            raise ValueError(f"entry must be the name of a function, not {self.entry!r}.")
        if self.entry is None and self.calls:
            raise ValueError("`calls` needs `entry`: give the name of the function to call.")

    def each_call(self) -> Iterable[Call]:
        """The calls, each converted to a `Call` when it is read."""
        return map(Call.of, self.calls)

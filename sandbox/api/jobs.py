"""What a run is asked to do: a program, and the calls of one of its functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.run_files import check_run_files
from hallmark_rl.sandbox.api.run_limits import Limits


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of one call, as plain data. The expected result is never part of it.

    Plain data are None, bool, int, float, complex, str and bytes, and list, tuple, dict, set and
    frozenset of plain data, nested at most 100 levels deep; not subclasses of these types.
    Arguments that are anything else raise `NotPlainData` when a run is to start.

    Attributes:
        args: the positional arguments.
        kwargs: the keyword arguments by name.
    """

    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, arguments: CallLike) -> Call:
        """Make a `Call` of a list or tuple of arguments, or of `{"args": [...], "kwargs": {...}}`.

        Either key may be missing. A `Call` is returned as it is. Raises `TypeError` for anything
        else.
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
"""What `Call.of` turns into a `Call`: one of these, a list or tuple, or a mapping."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One run, for `Sandbox.run_job` and `Sandbox.map`.

    Attributes:
        source: the text of the program.
        entry: the name of the function to call, or `Class.method`; None to run `source` as a
            script. Each call of `Class.method` makes a new object of the class, without arguments,
            and calls its method.
        calls: the arguments of each call, in order. A list or tuple is encoded before the run
            starts. Any other sequence is read while the child process is forked, and again when
            the run has to be repeated; the time that takes counts towards `wall_s`.
        stdin: what the program can read from its standard input; sent as UTF-8.
        fresh_calls: whether each call finds the program as it was when loaded.
        report_mutation: whether each result says if the call changed its arguments.
        policy: the language policy; None for that of the sandbox.
        limits: the limits of the run; None for those of the sandbox.
        files: the content of files that the program can read, by name, without folders. Under
            `python` they are in its current folder, which only a host with the level `kernel` can
            give; under `restricted` its function `open` reads them.
        scratch: how many bytes the program can write in that folder, under `python` only; 0 for a
            folder that is read-only. It is memory, counted beside `memory_bytes`, and gone after
            the run.
        outputs: names of files whose content comes back in the outcome. Needs `scratch`.

    Raises `TypeError` if `source` or `stdin` is not a str, and `ValueError` if `entry` is not an
    identifier or two joined by a dot, if there are `calls` without `entry`, if a name of a file is
    empty, too long or holds `/` or NUL, or if `scratch` comes with `fresh_calls`.
    """

    source: str
    entry: str | None = None
    calls: Sequence[CallLike] = ()
    stdin: str = ""
    fresh_calls: bool = False
    report_mutation: bool = False
    policy: Policy | None = None
    limits: Limits | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    scratch: int = 0
    outputs: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("source", "stdin"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} must be a str, not {type(getattr(self, name)).__name__}.")
        if self.entry is not None and not _is_entry(self.entry):
            raise ValueError(
                f"entry must be the name of a function or Class.method, not {self.entry!r}."
            )
        if self.entry is None and self.calls:
            raise ValueError("`calls` needs `entry`: give the name of the function to call.")
        if self.files or self.scratch or self.outputs:
            check_run_files(self.files, self.scratch, self.outputs)
            if self.scratch and self.fresh_calls:
                raise ValueError("scratch: fresh calls cannot write files.")

    def each_call(self) -> Iterable[Call]:
        """Return an iterator over the calls; each is converted by `Call.of` when it is read."""
        return map(Call.of, self.calls)


def _is_entry(entry: str) -> bool:
    """Whether `entry` is an identifier, or two joined by a dot."""
    parts = entry.split(".")
    return len(parts) <= 2 and all(map(str.isidentifier, parts))

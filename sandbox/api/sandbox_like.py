"""The interface of a sandbox, for code that accepts any implementation of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from hallmark_rl.sandbox.api.jobs import CallLike, Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits


class SandboxLike(Hashable, Protocol):
    """What `Sandbox` can do. See its methods for arguments, results and errors.

    Implementations are hashable, so that results can be cached for each sandbox.
    """

    def run(
        self,
        source: str,
        *,
        stdin: str = "",
        policy: Policy | str | None = None,
        limits: Limits | None = None,
        files: Mapping[str, bytes] | None = None,
        scratch: int = 0,
        outputs: Sequence[str] = (),
    ) -> Outcome:
        """Run `source` as a script."""
        ...

    def call(
        self,
        source: str,
        entry: str,
        calls: Sequence[CallLike],
        *,
        fresh_calls: bool = False,
        report_mutation: bool = False,
        stdin: str = "",
        policy: Policy | str | None = None,
        limits: Limits | None = None,
        files: Mapping[str, bytes] | None = None,
        scratch: int = 0,
        outputs: Sequence[str] = (),
    ) -> Outcome:
        """Load `source` and call its function `entry` once for each of `calls`, in order."""
        ...

    def map(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes of `jobs`, in the order of the jobs."""
        ...

    def check(
        self,
        candidate: str,
        checker: str,
        entry: str,
        *,
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> CheckOutcome:
        """Run the checker's `check(candidate)` against the candidate's function `entry`."""
        ...

"""`run` and `call` for everything that can do a job."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from hallmark_rl.sandbox.api.jobs import CallLike, Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.run_limits import Limits

_Result = TypeVar("_Result", covariant=True)


class JobMethods(ABC, Generic[_Result]):
    """Makes a `Job` of the arguments of `run` and `call`, for `run_job`.

    `_Result` is what `run_job` returns: an `Outcome`, or a coroutine that returns one.
    """

    @abstractmethod
    def run_job(self, job: Job) -> _Result:
        """Do one job, as `run` or `call` would."""

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
    ) -> _Result:
        """Run `source` as a script.

        Args:
            source: the text of the program.
            stdin: what it can read from its standard input; sent as UTF-8.
            policy: the language policy, or its name; None for that of the sandbox.
            limits: the limits of this run; None for those of the sandbox.
            files: the content of files that the program can read, by name (see `Job`).
            scratch: how many bytes it can write in the folder of its files.
            outputs: names of files that come back as `Outcome.files`.

        Returns the outcome, without results. Raises as the class says.
        """
        return self.run_job(
            Job(
                source=source,
                stdin=stdin,
                policy=None if policy is None else Policy(policy),
                limits=limits,
                files=files or {},
                scratch=scratch,
                outputs=outputs,
            )
        )

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
    ) -> _Result:
        """Load `source` and call its function `entry` once for each of `calls`, in order.

        Args:
            source: the text of the program.
            entry: the name of the function; or `Class.method`, such as `Solution.twoSum`: each call
                then makes a new object of the class, without arguments, and calls its method.
            calls: the arguments of each call, as plain data (see `Call` and `CallLike`). `Job` says
                when they are read.
            fresh_calls: whether each call finds the program as it was when loaded, whatever the
                calls before it did. Under `restricted` at `kernel` each call is a fork of the
                loaded program; otherwise the program is loaded again for each call. A call whose
                process dies has an error of the type `Crash` as its result, and the next follow.
            report_mutation: whether each result says if the call changed its arguments.
            stdin: what the program can read from its standard input; sent as UTF-8.
            policy: the language policy, or its name; None for that of the sandbox.
            limits: the limits of all calls together; None for those of the sandbox.
            files: the content of files that the program can read, by name (see `Job`).
            scratch: how many bytes it can write in the folder of its files.
            outputs: names of files that come back as `Outcome.files`.

        Returns the outcome; its results are those of the calls, in order. Raises as the class says.
        """
        return self.run_job(
            Job(
                source=source,
                entry=entry,
                calls=calls,
                stdin=stdin,
                fresh_calls=fresh_calls,
                report_mutation=report_mutation,
                policy=None if policy is None else Policy(policy),
                limits=limits,
                files=files or {},
                scratch=scratch,
                outputs=outputs,
            )
        )

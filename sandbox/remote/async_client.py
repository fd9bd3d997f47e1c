"""`AsyncRemoteSandbox`: programs run on servers, with the interface of `AsyncSandbox`."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from typing import Any

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.job_methods import JobMethods
from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome, RunError
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.remote.job_json import job_object
from hallmark_rl.sandbox.remote.job_sender import JobSender
from hallmark_rl.sandbox.remote.server_requests import CallerError, ServerRequests, Unanswered


class AsyncRemoteSandbox(JobMethods[Coroutine[Any, Any, Outcome]]):
    """Runs untrusted programs on servers (`hallmark serve`), with the interface of `AsyncSandbox`.

    Args:
        urls: the address of a server, or of several that share the work.
        token: the bearer token of the servers.
        max_concurrent: how many jobs are in flight at a time, at least 1; and how many checks.
        patience_s: seconds for which a job is tried: waiting, repeating it on other servers, and
            the run itself, for which its `wall_s` is added. Then its status is `unavailable`.
        limits: the limits of runs that name none; None for `Limits()`.
        policy: the language policy of runs that name none, a `Policy` or its name.
        require: the lowest isolation level that a run may have. A run that had less is reported
            as `unavailable`, without results.

    A job is sent again if a server cannot be reached, ends, or says that it is busy: a run changes
    nothing outside of the sandbox, so it may happen twice. Jobs that would wait at a server are
    sent together (see `JobSender`). Cancelling a task cancels its run if it was sent alone, or if
    all that it was sent with are answered or cancelled too; else the run goes on to its limits.

    Raises `ValueError` for arguments that are not possible. Methods raise as those of `Sandbox` do,
    and `PermissionError` if a server refuses the token, `ValueError` if it refuses the job (limits
    above its own, or a request that is too large).
    """

    def __init__(
        self,
        urls: str | Sequence[str],
        *,
        token: str | None = None,
        max_concurrent: int = 64,
        patience_s: float = 120.0,
        limits: Limits | None = None,
        policy: Policy | str = Policy.RESTRICTED,
        require: str = "kernel",
    ) -> None:
        if max_concurrent < 1:
            raise ValueError(f"max_concurrent must be at least 1, not {max_concurrent}.")
        if require not in LEVELS:
            raise ValueError(f"require must be one of {', '.join(LEVELS)}, not {require!r}.")
        self._requests = ServerRequests(
            [urls] if isinstance(urls, str) else urls,
            token=token,
            max_concurrent=max_concurrent,
            patience_s=patience_s,
        )
        self._jobs = JobSender(self._requests, max_concurrent)
        self._max_concurrent = max_concurrent
        self._limits, self._policy, self._require = limits or Limits(), Policy(policy), require

    async def __aenter__(self) -> AsyncRemoteSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections. Later runs raise `RuntimeError`. May be called again."""
        await self._requests.close()
        await self._jobs.close()

    async def isolation(self) -> Isolation:
        """The isolation that a server reports; the level is "none" if none answers."""
        try:
            fields = await self._requests.ask("GET", "/ready", None, 0.0)
            return Isolation(fields["level"], (), tuple(fields["missing"]))
        except CallerError as error:
            raise error.error from None
        except (Unanswered, KeyError, TypeError, ValueError) as error:
            return Isolation("none", (), (str(error),))

    async def run_job(self, job: Job) -> Outcome:
        """Do one job, as `run` or `call` would."""
        body = json.dumps(job_object(job, self._policy, self._limits)).encode()
        wall_s = (job.limits or self._limits).wall_s
        try:
            outcome = Outcome.from_dict(await self._jobs.answer(body, wall_s))
        except CallerError as error:
            raise error.error from None
        except (Unanswered, KeyError, TypeError, ValueError) as error:
            return self._unavailable(str(error), Isolation("none"), job.policy)
        return self._checked(outcome)

    async def check(
        self,
        candidate: str,
        checker: str,
        entry: str,
        *,
        policy: Policy | str | None = None,
        limits: Limits | None = None,
    ) -> CheckOutcome:
        """Run the checker's `check(candidate)` against the candidate; see `Sandbox.check`."""
        chosen = self._policy if policy is None else Policy(policy)
        bounds = limits or self._limits
        # A job of each program has the checks of its types.
        first, second = Job(source=candidate, entry=entry), Job(source=checker)
        body = {
            "candidate": first.source,
            "checker": second.source,
            "entry": entry,
            "policy": str(chosen),
            "limits": job_object(first, chosen, bounds)["limits"],
        }
        try:
            fields = await self._requests.ask(
                "POST", "/v1/check", json.dumps(body).encode(), bounds.wall_s
            )
            outcome = CheckOutcome.from_dict(fields)
        except CallerError as error:
            raise error.error from None
        except (Unanswered, KeyError, TypeError, ValueError) as error:
            nothing = self._unavailable(str(error), Isolation("none"), chosen)
            return CheckOutcome(passed=False, checker=nothing, candidate=nothing, calls=0)
        weak = [
            run
            for run in map(self._checked, (outcome.candidate, outcome.checker))
            if run.status == "unavailable"
        ]
        if weak:
            return CheckOutcome(passed=False, checker=weak[0], candidate=weak[0], calls=0)
        return outcome

    async def map(self, jobs: Iterable[Job]) -> AsyncIterator[Outcome]:
        """Do jobs in parallel; an async iterator over the outcomes, in order. See `Sandbox.map`."""
        pending: deque[asyncio.Task[Outcome]] = deque()
        try:
            for job in jobs:
                pending.append(asyncio.create_task(self.run_job(job)))
                if len(pending) >= 2 * self._max_concurrent:
                    yield await pending.popleft()
            while pending:
                yield await pending.popleft()
        finally:
            for task in pending:
                task.cancel()

    def _checked(self, outcome: Outcome) -> Outcome:
        """The outcome, or `unavailable` if its isolation was below the required level."""
        level = outcome.isolation.level
        if level in LEVELS[LEVELS.index(self._require) :]:
            return outcome
        if outcome.status == "unavailable":
            return outcome
        text = f"Isolation {self._require!r} is required, but the server's run had {level!r}."
        return self._unavailable(text, outcome.isolation, outcome.policy)

    def _unavailable(self, reason: str, isolation: Isolation, policy: Policy | None) -> Outcome:
        return Outcome(
            status="unavailable",
            error=RunError("Unavailable", reason),
            isolation=isolation,
            policy=policy or self._policy,
        )

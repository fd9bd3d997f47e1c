"""`AsyncRemoteSandbox`: programs run on servers, with the interface of `AsyncSandbox`."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from typing import Any

import aiohttp

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.job_methods import JobMethods
from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome, Isolation, Outcome, RunError
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.remote.job_json import job_object
from hallmark_rl.sandbox.remote.servers import Servers

_CALLER_ERRORS = {413: ValueError, 422: ValueError, 401: PermissionError, 403: PermissionError}
_RETRY_PAUSE_S = 0.05


class _Unanswered(Exception):
    """No server has answered in time; the message is the last reason."""


class AsyncRemoteSandbox(JobMethods[Coroutine[Any, Any, Outcome]]):
    """Runs untrusted programs on servers (`hallmark serve`), with the interface of `AsyncSandbox`.

    Args:
        urls: the address of a server, or of several that share the work.
        token: the bearer token of the servers.
        max_concurrent: how many requests are in flight at a time, at least 1.
        patience_s: seconds for which a job is tried: waiting, repeating it on other servers, and
            the run itself, for which its `wall_s` is added. Then its status is `unavailable`.
        limits: the limits of runs that name none; None for `Limits()`.
        policy: the language policy of runs that name none, a `Policy` or its name.
        require: the lowest isolation level that a run may have. A run that had less is reported
            as `unavailable`, without results.

    A job is sent again if a server cannot be reached, ends, or says that it is busy: a run changes
    nothing outside of the sandbox, so it may happen twice. Cancelling a task cancels its run.

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
        self._servers = Servers([urls] if isinstance(urls, str) else urls)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._max_concurrent = max_concurrent
        self._patience_s = patience_s
        self._limits, self._policy, self._require = limits or Limits(), Policy(policy), require
        self._session: aiohttp.ClientSession | None = None
        self._permits = asyncio.Semaphore(max_concurrent)
        self._closed = False

    async def __aenter__(self) -> AsyncRemoteSandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections. Later runs raise `RuntimeError`. May be called again."""
        self._closed = True
        if self._session is not None:
            await self._session.close()

    async def isolation(self) -> Isolation:
        """The isolation that a server reports; the level is "none" if none answers."""
        try:
            fields = await self._request("GET", "/ready", None, 0.0)
            return Isolation(fields["level"], (), tuple(fields["missing"]))
        except (_Unanswered, KeyError, TypeError, ValueError) as error:
            _raise_if_callers(error)
            return Isolation("none", (), (str(error),))

    async def run_job(self, job: Job) -> Outcome:
        """Do one job, as `run` or `call` would."""
        body = job_object(job, self._policy, self._limits)
        wall_s = (job.limits or self._limits).wall_s
        try:
            outcome = Outcome.from_dict(await self._request("POST", "/v1/call", body, wall_s))
        except (_Unanswered, KeyError, TypeError, ValueError) as error:
            _raise_if_callers(error)
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
            fields = await self._request("POST", "/v1/check", body, bounds.wall_s)
            outcome = CheckOutcome.from_dict(fields)
        except (_Unanswered, KeyError, TypeError, ValueError) as error:
            _raise_if_callers(error)
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

    async def _request(
        self, method: str, path: str, body: Mapping[str, Any] | None, wall_s: float
    ) -> Any:
        """The decoded answer of a server; raises `_Unanswered` when patience ends.

        Raises one of `_CALLER_ERRORS` if the server refuses the request.
        """
        if self._closed:
            raise RuntimeError("This sandbox is closed.")
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=0)
            self._session = aiohttp.ClientSession(connector=connector, headers=self._headers)
        data = None if body is None else json.dumps(body).encode()
        ends = time.monotonic() + self._patience_s + wall_s
        reason = "no server was tried"
        async with self._permits:
            while (left_s := ends - time.monotonic()) > 0:
                with self._servers.choose() as server:
                    try:
                        # A server that does not answer must leave time to try another.
                        async with asyncio.timeout(min(left_s, self._patience_s / 2 + wall_s)):
                            status, retry_after, content = await self._send(
                                method, server.url + path, data
                            )
                    except (aiohttp.ClientError, OSError, TimeoutError) as error:
                        status, retry_after = 0, None
                        reason = f"{server.url}: {type(error).__name__}: {error}".rstrip(": ")
                    else:
                        if status == 200 or path == "/ready":
                            self._servers.succeeded(server)
                            return json.loads(content)
                        reason = f"{server.url} answered {status}: {_detail(content)}"
                    if status in _CALLER_ERRORS:
                        raise _CallerError(_CALLER_ERRORS[status](reason))
                    if status != 429:
                        self._servers.failed(server)
                left_s = max(0.0, ends - time.monotonic())
                await asyncio.sleep(min(_pause_s(retry_after), left_s))
        raise _Unanswered(f"No server gave an outcome in {self._patience_s + wall_s:g} s; {reason}")

    async def _send(
        self, method: str, url: str, data: bytes | None
    ) -> tuple[int, str | None, bytes]:
        """Send one request; returns the status, the header `Retry-After`, and the body."""
        assert self._session is not None
        headers = {"Content-Type": "application/json"}
        async with self._session.request(method, url, data=data, headers=headers) as answer:
            return answer.status, answer.headers.get("Retry-After"), await answer.read()


class _CallerError(ValueError):
    """Carries an error that the caller is to get."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def _raise_if_callers(error: Exception) -> None:
    if isinstance(error, _CallerError):
        raise error.error from None


def _detail(content: bytes) -> str:
    try:
        return str(json.loads(content)["detail"])[:500]
    except (ValueError, KeyError, TypeError):
        return content[:200].decode(errors="replace")


def _pause_s(header: str | None) -> float:
    """Seconds to wait before the next try, by the header `Retry-After`."""
    try:
        return min(max(float(header or _RETRY_PAUSE_S), 0.0), 30.0)
    except ValueError:
        return _RETRY_PAUSE_S

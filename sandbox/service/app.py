"""The HTTP interface of the sandbox, as a FastAPI application."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Header, Request, Response
from fastapi.middleware.trustedhost import TrustedHostMiddleware

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.host.sandbox import Sandbox
from hallmark_rl.sandbox.service import sandbox_fusion
from hallmark_rl.sandbox.service.answers import OutcomeStream, error_response, until_disconnect
from hallmark_rl.sandbox.service.execution import JobRunner
from hallmark_rl.sandbox.service.idempotency import AnswerStore
from hallmark_rl.sandbox.service.job_queue import QueueFull
from hallmark_rl.sandbox.service.middleware import RequestGuard
from hallmark_rl.sandbox.service.schemas import (
    BadRequest,
    BatchBody,
    CallBody,
    CheckBody,
    RunCodeBody,
)
from hallmark_rl.sandbox.service.settings import ServiceSettings
from hallmark_rl.sandbox.service.submissions import submissions_router
from hallmark_rl.sandbox.service.task_sets import TaskSets

_Key = Header(None, alias="Idempotency-Key", max_length=200)
_Work = Callable[[], Coroutine[Any, Any, Any]]


def create_app(
    settings: ServiceSettings,
    sandbox: Sandbox | None = None,
    task_sets: Mapping[str, str] | None = None,
) -> FastAPI:
    """The application of one server.

    Args:
        settings: what the operator chose.
        task_sets: the task sets to serve, name -> `module:attribute` (see `TaskSets`).
        sandbox: where programs run, with as many workers as the settings say; by default a new
            one. It is closed when the application ends.
    """
    box = sandbox or Sandbox(settings.workers, require=settings.require, packages=settings.packages)
    runner = JobRunner(box, settings)
    answers = AnswerStore(settings.kept_answers)
    workers_header = {"X-Hallmark-Workers": str(settings.workers)}
    state = {"ready": False, "level": "unknown", "missing": []}

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        isolation = await runner.isolation()
        state["level"], state["missing"] = isolation.level, list(isolation.missing)
        state["ready"] = isolation.level in LEVELS[LEVELS.index(settings.require) :]
        runner.metrics.set_isolation(isolation)
        try:
            yield
        finally:
            await answers.close()
            await runner.close()

    app = FastAPI(
        title="Hallmark sandbox",
        summary="Run untrusted Python programs and get their results as data.",
        lifespan=lifespan,
    )

    async def respond(request: Request, key: str | None, work: _Work) -> Response:
        """Do the work unless the client disconnects; errors become HTTP statuses."""

        async def encoded() -> bytes:
            return json.dumps(await work()).encode()

        try:
            if key is None:
                body = await until_disconnect(request, encoded())
            else:
                content = request.url.path.encode() + b"\n" + await request.body()
                fingerprint = hashlib.sha256(content).digest()
                body = await answers.answer(client(request), key, fingerprint, encoded)
        except ConnectionAbortedError:
            return Response(status_code=499)
        except (Exception, asyncio.CancelledError) as error:
            return error_response(error)
        return Response(body, 200, workers_header, "application/json")

    def client(request: Request) -> str:
        name: str = request.scope["client_name"]
        return name

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the process answers."""
        return {"status": "ok"}

    @app.get("/v1/ping")
    async def ping() -> str:
        """As SandboxFusion's."""
        return "pong"

    @app.get("/ready")
    async def ready(response: Response) -> dict[str, Any]:
        """Whether programs can run with the required isolation."""
        response.status_code = 200 if state["ready"] else 503
        return {**state, "require": settings.require, "workers": settings.workers}

    @app.get("/metrics")
    async def metrics() -> Response:
        """Metrics in Prometheus's text format."""
        return Response(runner.metrics.text(), media_type="text/plain; version=0.0.4")

    @app.post("/v1/call", responses=_ERRORS)
    async def call(body: CallBody, request: Request, key: str | None = _Key) -> Response:
        """Run a script, or call a function of a program; returns the outcome."""

        async def work() -> dict[str, Any]:
            outcome = await runner.run(body.job(settings), client(request), body.deadline_s)
            return outcome.to_dict()

        return await respond(request, key, work)

    @app.post("/v1/check", responses=_ERRORS)
    async def check(body: CheckBody, request: Request, key: str | None = _Key) -> Response:
        """Run a checker against a candidate; returns both outcomes."""

        async def work() -> dict[str, Any]:
            outcome = await runner.check(
                body.candidate,
                body.checker,
                body.entry,
                client=client(request),
                policy=body.policy,
                limits=body.limits.limits(settings),
                deadline_s=body.deadline_s,
            )
            return outcome.to_dict()

        return await respond(request, key, work)

    @app.post("/v1/batch", responses=_ERRORS)
    async def batch(body: BatchBody, request: Request, key: str | None = _Key) -> Response:
        """Run several jobs; returns their outcomes in order, or each when it is known."""

        async def work() -> list[dict[str, Any]]:
            jobs = body.all_jobs(settings)
            outcomes = await runner.run_all(jobs, client(request), body.deadline_s)
            return [outcome.to_dict() for outcome in outcomes]

        if not body.stream:
            return await respond(request, key, work)
        try:
            if key is not None:
                raise BadRequest("A batch with an Idempotency-Key cannot be streamed.")
            jobs = runner.start(body.all_jobs(settings), client(request), body.deadline_s)
        except (BadRequest, QueueFull) as error:
            return error_response(error)
        return OutcomeStream(jobs, workers_header)

    @app.post("/run_code", responses=_ERRORS)
    async def run_code(body: RunCodeBody, request: Request, key: str | None = _Key) -> Response:
        """SandboxFusion's interface, for Python: run a script with all of the language."""

        async def work() -> dict[str, Any]:
            if body.language != "python":
                return sandbox_fusion.sandbox_error(
                    f"This server runs python, not {body.language!r:.80}."
                )
            outcome = await runner.run(body.job(settings), client(request))
            return sandbox_fusion.response(outcome)

        return await respond(request, key, work)

    app.include_router(submissions_router(runner, TaskSets(task_sets or {})))
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=settings.hosts)
    app.add_middleware(
        RequestGuard,
        tokens=settings.tokens,
        max_body_bytes=settings.max_body_bytes,
        metrics=runner.metrics,
        paths=frozenset(getattr(route, "path", "") for route in app.routes),
    )
    return app


_ERRORS: dict[int | str, dict[str, Any]] = {
    401: {"description": "The token is missing or wrong."},
    413: {"description": "The request is too large."},
    422: {"description": "A field has a value that is not possible."},
    429: {"description": "Too many jobs wait; `Retry-After` says when to try again."},
    503: {"description": "The server stops."},
    504: {"description": "There was no outcome before the deadline."},
}

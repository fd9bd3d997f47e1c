"""SandboxFusion's interface for task sets: prompts, and judging of answers."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sandbox.service.answers import error_response, until_disconnect
from hallmark_rl.sandbox.service.execution import JobRunner
from hallmark_rl.sandbox.service.job_queue import QueueFull
from hallmark_rl.sandbox.service.queued_sandbox import QueuedSandbox
from hallmark_rl.sandbox.service.schemas import Text
from hallmark_rl.sandbox.service.task_sets import Submission, TaskSets, UnknownTask


class DatasetBody(BaseModel):
    """Names a task set; `config` is accepted and has no effect."""

    dataset: str
    config: dict[str, Any] = Field(default_factory=dict)


class PageBody(DatasetBody):
    """A part of the tasks."""

    offset: int = Field(default=0, ge=0)
    limit: int = Field(default=1000, ge=0)


class TaskBody(DatasetBody):
    """One task."""

    id: str | int


class SubmitBody(TaskBody):
    """An answer to a task."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "dataset": "HumanEval",
                    "id": "HumanEval/53",
                    "completion": "```python\ndef add(x, y):\n    return x + y\n```",
                }
            ]
        }
    )

    completion: Text


def submissions_router(runner: JobRunner, task_sets: TaskSets) -> APIRouter:
    """The routes; judging happens in threads, and its programs wait as those of all clients."""
    router = APIRouter(tags=["task sets"])

    async def in_thread(work: Any, *arguments: Any) -> Any:
        try:
            return await asyncio.to_thread(work, *arguments)
        except UnknownTask as error:
            raise HTTPException(404, str(error)) from error
        except QueueFull as error:
            raise HTTPException(
                429, f"Try again later: {error}", headers={"Retry-After": "1"}
            ) from error

    def prompt(dataset: str, task: str) -> dict[str, Any]:
        return {"id": task, "prompt": task_sets.get(dataset).prompt(task), "labels": {}}

    @router.get("/list_datasets")
    async def list_datasets() -> list[str]:
        """The names of the task sets."""
        return task_sets.names()

    @router.post("/list_ids")
    async def list_ids(body: DatasetBody) -> list[str]:
        """The names of the tasks of a set."""
        return list(await in_thread(lambda: task_sets.get(body.dataset).ids()))

    @router.post("/get_prompts")
    async def get_prompts(body: PageBody) -> list[dict[str, Any]]:
        """The prompts of a part of a set."""

        def prompts() -> list[dict[str, Any]]:
            tasks = task_sets.get(body.dataset).ids()
            return [
                prompt(body.dataset, task)
                for task in tasks[body.offset : body.offset + min(body.limit, 1000)]
            ]

        return list(await in_thread(prompts))

    @router.post("/get_prompt_by_id")
    async def get_prompt_by_id(body: TaskBody) -> dict[str, Any]:
        """One prompt."""
        return dict(await in_thread(prompt, body.dataset, str(body.id)))

    @router.post("/submit")
    async def submit(body: SubmitBody, request: Request) -> Any:
        """Judge an answer. Neither tests nor expected results are part of the answer."""
        box = QueuedSandbox(runner, request.scope["client_name"], asyncio.get_running_loop())
        judging = in_thread(
            lambda: task_sets.get(body.dataset).submit(str(body.id), body.completion, box)
        )
        try:
            submission: Submission = await until_disconnect(request, judging)
        except ConnectionAbortedError:
            return Response(status_code=499)
        except asyncio.CancelledError as error:
            return error_response(error)
        finally:
            box.cancel()
        return _eval_result(body, submission)

    return router


def _eval_result(body: SubmitBody, submission: Submission) -> dict[str, Any]:
    """SandboxFusion's `EvalResult`, with the verdict on all tests together as one test."""
    info = {
        "status": "Success" if submission.accepted else "Failed",
        "message": submission.feedback,
    }
    return {
        "id": body.id,
        "accepted": submission.accepted,
        "extracted_code": submission.code,
        "full_code": None,
        "test_code": None,
        "tests": [{"passed": submission.accepted, "exec_info": info, "test_info": None}],
        "extracted_type": None,
        "extra": None,
    }

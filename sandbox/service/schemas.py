"""The bodies of requests to `/v1/...` and `/run_code`, and the jobs that they ask for."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from hallmark_rl.sandbox.api.jobs import Call, Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.run_limits import MIB, Limits
from hallmark_rl.sandbox.protocol.codec import unpack
from hallmark_rl.sandbox.service.settings import ServiceSettings


class BadRequest(ValueError):
    """A field of the request has a value that is not possible; the message says which."""


def _text(value: object) -> str:
    if type(value) is not str:
        raise ValueError("Input should be a string")
    return value


# Pydantic's own `str` refuses lone surrogates, which a program may contain and an outcome reports.
Text = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": "string"})]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _with_examples(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": list(examples)})


class LimitsBody(_Body):
    """Limits of one job; a field that is left out has the server's default."""

    wall_s: float | None = Field(default=None, description="seconds of wall time")
    cpu_s: float | None = Field(default=None, description="seconds of CPU time")
    memory_bytes: int | None = Field(default=None, description="bytes of address space")
    output_bytes: int | None = Field(
        default=None, description="bytes of stdout, and as many of stderr"
    )
    result_bytes: int | None = Field(default=None, description="bytes of all results together")

    def limits(self, settings: ServiceSettings) -> Limits:
        """The limits; raises `BadRequest` if one is not possible, or above the server's."""
        chosen = {}
        for name in type(self).model_fields:
            value = getattr(self, name)
            largest = getattr(settings.max_limits, name)
            if value is not None and value > largest:
                raise BadRequest(f"{name} is {value}, and this server allows at most {largest}.")
            chosen[name] = getattr(settings.default_limits, name) if value is None else value
        try:
            return Limits(**chosen)
        except ValueError as error:
            raise BadRequest(str(error)) from error


def _scratch(size: int, settings: ServiceSettings) -> int:
    if size > settings.max_scratch:
        raise BadRequest(
            f"scratch is {size}, and this server allows at most {settings.max_scratch}."
        )
    return size


def _decoded(files: Mapping[str, str | None]) -> dict[str, bytes]:
    """The content of files; raises `BadRequest` for what is not base64."""
    contents = {}
    for name, text in files.items():
        try:
            contents[name] = base64.b64decode(text or "", validate=True)
        except binascii.Error as error:
            raise BadRequest(f"files[{name!r:.80}] is not base64: {error}.") from error
    return contents


class JobBody(_Body):
    """A program, and the calls of one of its functions."""

    source: Text = Field(description="the text of the program")
    entry: Text | None = Field(default=None, description="the function to call; null for a script")
    calls: list[Any] = Field(
        default_factory=list,
        description="the arguments of each call: a list, or {args, kwargs}. Values that JSON lacks "
        'have the form {"$tuple": [...]}, {"$float": "nan"}, {"$bytes": "hex"} and so on.',
    )
    stdin: Text = Field(default="", description="what the program reads from standard input")
    fresh_calls: bool = Field(
        default=False, description="whether each call finds the program as loaded"
    )
    report_mutation: bool = Field(
        default=False, description="whether results say if arguments changed"
    )
    policy: Policy | None = Field(default=None, description="the language policy")
    limits: LimitsBody = Field(default_factory=LimitsBody)
    files: dict[str, str] = Field(
        default_factory=dict, description="files to read: name -> content, base64"
    )
    scratch: int = Field(default=0, ge=0, description="bytes of files that it can write")
    outputs: list[str] = Field(default_factory=list, description="files to return")

    def job(self, settings: ServiceSettings) -> Job:
        """The job; raises `BadRequest` where the fields do not fit."""
        try:
            return Job(
                source=self.source,
                entry=self.entry,
                calls=[Call.of(unpack(form)) for form in self.calls],
                stdin=self.stdin,
                fresh_calls=self.fresh_calls,
                report_mutation=self.report_mutation,
                policy=self.policy,
                limits=self.limits.limits(settings),
                files=_decoded(self.files),
                scratch=_scratch(self.scratch, settings),
                outputs=self.outputs,
            )
        except (TypeError, ValueError) as error:
            raise BadRequest(str(error)) from error


Deadline = Annotated[
    float | None,
    Field(gt=0, le=86_400, description="seconds until the answer is needed, waiting included"),
]


class CallBody(JobBody):
    """One job."""

    model_config = _with_examples(
        {
            "source": "def add(a, b):\n    return a + b",
            "entry": "add",
            "calls": [[1, 2], {"args": [{"$tuple": [1]}], "kwargs": {"b": {"$tuple": [2]}}}],
            "limits": {"wall_s": 1.0},
        },
        {"source": "print(input())", "stdin": "hello\n", "deadline_s": 5.0},
        {
            "source": "open('out.txt', 'w').write(open('in.txt').read() * 2)",
            "policy": "python",
            "files": {"in.txt": "YWI="},
            "scratch": 65536,
            "outputs": ["out.txt"],
        },
    )

    deadline_s: Deadline = None


class CheckBody(_Body):
    """A candidate, and a checker whose function `check(candidate)` tests it."""

    model_config = _with_examples(
        {
            "candidate": "def double(x):\n    return 2 * x",
            "checker": "def check(candidate):\n    assert candidate(2) == 4",
            "entry": "double",
        }
    )

    candidate: Text = Field(description="the text of the program to check")
    checker: Text = Field(description="a program that defines check(candidate)")
    entry: Text = Field(description="the function of the candidate")
    policy: Policy | None = Field(default=None, description="the language policy of the candidate")
    limits: LimitsBody = Field(default_factory=LimitsBody)
    deadline_s: Deadline = None


class BatchBody(_Body):
    """Several jobs; the outcomes come back in the same order, or as they are known."""

    model_config = _with_examples(
        {"jobs": [{"source": "print(1)"}, {"source": "print(2)"}]},
        {"jobs": [{"source": "print(1)"}, {"source": "print(2)"}], "stream": True},
    )

    jobs: list[JobBody]
    deadline_s: Deadline = None
    stream: bool = Field(
        default=False,
        description="whether each outcome is sent when it is known, as a line of JSON: "
        "{job, outcome}, or {job, code, detail} for one that has none; job counts from 0",
    )

    def all_jobs(self, settings: ServiceSettings) -> list[Job]:
        """The jobs; raises `BadRequest` where they are too many, or fields do not fit."""
        if len(self.jobs) > settings.max_batch:
            raise BadRequest(f"A batch has at most {settings.max_batch} jobs here.")
        jobs = []
        for number, body in enumerate(self.jobs):
            try:
                jobs.append(body.job(settings))
            except BadRequest as error:
                raise BadRequest(f"jobs[{number}]: {error}") from error
        return jobs


class RunCodeBody(BaseModel):
    """SandboxFusion's request; fields that it does not define are ignored, as its server does."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"code": "print(input())", "language": "python", "stdin": "hello", "run_timeout": 5}
            ]
        }
    )

    code: Text = Field(description="the program")
    language: str = Field(default="python", description="only python runs here")
    stdin: Text | None = None
    compile_timeout: float = Field(default=10, description="has no effect for Python")
    run_timeout: float = Field(default=10, description="seconds of wall time")
    memory_limit_MB: int = Field(
        default=-1, description="MiB of memory; -1 for the server's default"
    )
    files: dict[str, str | None] = Field(
        default_factory=dict, description="path -> content, base64"
    )
    fetch_files: list[str] = Field(default_factory=list, description="files to return")

    def limits(self, settings: ServiceSettings) -> Limits:
        """The limits that the fields ask for; raises `BadRequest` for impossible ones."""
        body = LimitsBody(wall_s=self.run_timeout, cpu_s=self.run_timeout)
        if self.memory_limit_MB != -1:
            body.memory_bytes = self.memory_limit_MB * MIB
        return body.limits(settings)

    def job(self, settings: ServiceSettings) -> Job:
        """The job; raises `BadRequest` where the fields do not fit.

        A program can write files if it has some or is to return some, as much as the server allows.
        """
        try:
            return Job(
                source=self.code,
                stdin=self.stdin or "",
                policy=Policy.PYTHON,
                limits=self.limits(settings),
                files=_decoded({_plain_name(name): text for name, text in self.files.items()}),
                scratch=settings.max_scratch if self.files or self.fetch_files else 0,
                outputs=list(dict.fromkeys(map(_plain_name, self.fetch_files))),
            )
        except (TypeError, ValueError) as error:
            raise BadRequest(str(error)) from error


def _plain_name(path: str) -> str:
    """`./name` is `name`."""
    return path.removeprefix("./")

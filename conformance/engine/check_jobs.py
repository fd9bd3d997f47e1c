"""Jobs that the supervisor sends to the fork server, and the answers, as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class WarmUpJob:
    """Measure two starts; the fork server then loads what the first one loads lazily.

    The result is a note for the report, or an empty text.
    """

    deadline: float


@dataclass(frozen=True)
class SurveyJob:
    """Measure what every check starts from; the result is a `Survey` as a dict."""

    deadline: float


@dataclass(frozen=True)
class OracleSearchJob:
    """Search for solutions; the result is a `FoundSolutions` as a dict."""

    deadline: float


@dataclass(frozen=True)
class PrepareJob:
    """Play the episodes that most checks begin with; the fork server keeps their messages."""

    deadline: float


@dataclass(frozen=True)
class CheckJob:
    """Check one property; the result is a `Result` as a dict.

    Attributes:
        id: id of the property.
        how: `proof` and `env_args` as a reproducing script needs them.
        deadline: seconds after which the fork is killed.
        stored: episodes of former failures, to be tried first.
        extra: data for this property alone.
        timing_sensitive: whether one processor stays idle while it runs.
        cut_short: whether the time budget of the run has shortened the deadline.
    """

    id: str
    how: Mapping[str, str]
    deadline: float
    stored: Sequence[dict[str, Any]] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    timing_sensitive: bool = False
    cut_short: bool = False


@dataclass(frozen=True)
class TracesJob:
    """Play episodes in one process; the result has the messages of each."""

    episodes: Sequence[dict[str, Any]]
    deadline: float


@dataclass(frozen=True)
class CallsJob:
    """Play episodes; the result is a line of text for each call."""

    episodes: Sequence[dict[str, Any]]
    deadline: float


Job = WarmUpJob | SurveyJob | OracleSearchJob | PrepareJob | CheckJob | TracesJob | CallsJob
_KINDS: dict[str, type[Job]] = {
    kind.__name__: kind
    for kind in (
        WarmUpJob,
        SurveyJob,
        OracleSearchJob,
        PrepareJob,
        CheckJob,
        TracesJob,
        CallsJob,
    )
}


@dataclass(frozen=True)
class Answer:
    """What became of a job.

    Attributes:
        result: plain data; None if the fork gave none.
        failure: how the fork ended without a result; empty if it gave one.
        output: the end of what it printed.
        of_suite: whether the failure is an error of the suite, which says nothing of the subject.
    """

    result: Any = None
    failure: str = ""
    output: str = ""
    of_suite: bool = False


def encode_job(number: int, job: Job) -> bytes:
    """A job and the number that its answer will have, as a line of JSON."""
    return _line({"job": number, "kind": type(job).__name__, "fields": vars(job)})


def decode_job(message: Mapping[str, Any]) -> tuple[int, Job]:
    """The inverse of `encode_job`, for a line that is parsed already."""
    return message["job"], _KINDS[message["kind"]](**message["fields"])


def encode_answer(number: int, answer: Answer) -> bytes:
    """An answer to the job with this number, as a line of JSON."""
    return _line({"job": number, "answer": vars(answer)})


def decode_answer(message: Mapping[str, Any]) -> tuple[int, Answer]:
    """The inverse of `encode_answer`, for a line that is parsed already."""
    return message["job"], Answer(**message["answer"])


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"

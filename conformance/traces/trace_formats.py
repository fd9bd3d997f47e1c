"""Read an episode from a record of a trace, in the formats of TRL, Trackio, verifiers and `train`.

A record is what a program wrote about a model's text: whatever it holds, `BadRecord` says why it is
no episode.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.traces.record_values import (
    BadRecord,
    as_mapping,
    as_number,
    as_step,
    as_truth,
    dialogue,
    is_number,
    is_reply,
    joined_text,
    numbers_of,
    text_of,
    value_at,
)

_COMPLETION = ("completion", "response", "generation", "output", "completions")
_PROMPT = ("prompt", "question", "problem", "input", "instruction")
_PAY = ("reward", "return", "score", "total_reward", "pay")
_NO_REWARD = frozenset(
    {
        "step", "epoch", "advantage", "advantages", "index", "idx", "id", "example_id", "level",
        "seed", "global_step", "rollout", "group", "length", "num_tokens", "timestamp", "answer",
        "label", "target", "solution", "expected", "gold", "ground_truth", "duration", "time",
    }
)  # fmt: skip
"""Numeric fields of a record without a field for its pay that are no rewards."""
_TRACKIO = "trackio.trace"


@dataclass(frozen=True)
class TraceEpisode:
    """One saved rollout.

    Attributes:
        kind: the format: `hallmark`, `trl`, `trackio` or `verifiers`.
        prompt: what the model was given first, as text.
        texts: what the model wrote, turn by turn; the last is its answer.
        pay: the recorded pay; NaN if that is what was recorded.
        columns: the recorded rewards by column.
        task: the fields of the task that the record holds.
        step: the training step; None if the record does not say.
        verified: the recorded verdict of an independent check; None if there is none.
        success: whether the environment called the episode solved; None if the record does not say.
        assignment: `split`, `level` and `seed` of an environment's episode; empty for others.
        failed: why the episode was not scored; empty if it was.
    """

    kind: str
    prompt: str
    texts: tuple[str, ...]
    pay: float
    columns: Mapping[str, float] = field(default_factory=dict)
    task: Mapping[str, Any] = field(default_factory=dict)
    step: int | None = None
    verified: bool | None = None
    success: bool | None = None
    assignment: Mapping[str, Any] = field(default_factory=dict)
    failed: str = ""

    @property
    def answer(self) -> str:
        """The last text of the model; empty if it wrote none."""
        return self.texts[-1] if self.texts else ""


@dataclass(frozen=True)
class FieldNames:
    """Fields that the user names; empty where the usual names are looked for.

    Attributes:
        rewards: fields that are the pay, added up.
        verified: field of an independent verdict.
    """

    rewards: tuple[str, ...] = ()
    verified: str = ""


def episodes_of(record: Any, names: FieldNames) -> list[TraceEpisode]:
    """The episodes of a record; raises `BadRecord` if it holds none."""
    if not isinstance(record, Mapping):
        raise BadRecord(f"is no object but {type(record).__name__}")
    try:
        episodes = list(_episodes(record, names))
    except BadRecord:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError, IndexError) as error:
        raise BadRecord(f"has a wrong form: {type(error).__name__}: {error}") from None
    if not episodes:
        raise BadRecord("holds no episode")
    return episodes


def _episodes(record: Mapping[str, Any], names: FieldNames) -> Iterator[TraceEpisode]:
    if "turns" in record and "task" in record:
        yield _own_episode(record, names)
    elif isinstance(record.get("traces"), list):
        step = as_step(value_at(record, "run", "work", "step"))
        for trace in record["traces"]:
            yield _verifiers_trace(trace, names, step)
    elif isinstance(record.get("nodes"), list):
        yield _verifiers_trace(record, names, None)
    elif record.get("_type") == _TRACKIO or "messages" in record:
        yield _trackio_trace(record, names, as_step(record.get("step")))
    elif logged := list(_logged_traces(record)):
        for trace in logged:
            yield _trackio_trace(trace, names, as_step(record.get("step")))
    else:
        yield _row(record, names)


def _own_episode(record: Mapping[str, Any], names: FieldNames) -> TraceEpisode:
    turns = record["turns"]
    task = {name: record["task"][name] for name in ("split", "level", "seed")}
    columns = numbers_of(record.get("columns", {}))
    pay = _named_pay(record, columns, names) if names.rewards else as_number(record["return"])
    return TraceEpisode(
        "hallmark",
        str(turns[0]["observation"]) if turns else "",
        tuple(str(turn["completion"]) for turn in turns),
        pay,
        columns,
        task=task,
        step=as_step(record.get("step")),
        verified=_verdict(record, names),
        success=as_truth(record.get("success")),
        assignment=task,
        failed=str(record.get("failure") or ""),
    )


def _verifiers_trace(trace: Mapping[str, Any], names: FieldNames, step: int | None) -> TraceEpisode:
    """A trace of verifiers 0.4: nodes are messages, `rewards` are scores with weights."""
    nodes = trace["nodes"]
    written = [text_of(n["message"]) for n in nodes if n.get("sampled") and is_reply(n["message"])]
    if not written:
        written = [text_of(n["message"]) for n in nodes if is_reply(n["message"])]
    if isinstance(trace.get("root_reply"), str):
        written.append(trace["root_reply"])
    task = dict(value_at(trace, "task", "data") or {})
    first = [text_of(n["message"]) for n in nodes if not is_reply(n["message"])]
    rewards = {
        str(name): (
            as_number(item["score"]) * as_number(item.get("weight", 1.0))
            if isinstance(item, Mapping)
            else as_number(item)
        )
        for name, item in (trace.get("rewards") or {}).items()
        if item is not None
    }
    noted = {**as_mapping(trace.get("info")), **as_mapping(trace.get("metrics"))}
    errors = trace.get("errors") or []
    failed = ""
    if not rewards:
        failed = str(errors[-1].get("message", "error")) if errors else "it has no reward"
    return TraceEpisode(
        "verifiers",
        joined_text(task.get("prompt")) or "\n".join(first),
        tuple(written),
        _named_pay(trace, rewards, names) if names.rewards else math.fsum(rewards.values()),
        rewards,
        task=task,
        step=step,
        verified=_verdict(noted, names),
        failed=failed,
    )


def _trackio_trace(trace: Mapping[str, Any], names: FieldNames, step: int | None) -> TraceEpisode:
    messages = trace["messages"]
    metadata = {**as_mapping(trace.get("metadata"))}
    prompt, written = dialogue(messages)
    known: dict[str, Any] = {
        name: metadata[name] for name in ("split", "level", "seed") if name in metadata
    }
    own = {
        name.removeprefix("column "): as_number(value)
        for name, value in metadata.items()
        if name.startswith("column ")
    }
    fields = {**trace, **metadata}
    pay, columns = _pay(fields, names, own)
    return TraceEpisode(
        "trackio",
        prompt,
        written,
        pay,
        columns,
        task=metadata,
        step=step,
        verified=_verdict(fields, names),
        success=as_truth(metadata.get("success")),
        assignment=known if len(known) == 3 else {},
        failed=str(metadata.get("failure") or "") if metadata.get("status") == "error" else "",
    )


def _logged_traces(record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Traces among the values of a log row of Trackio."""
    for value in record.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Mapping) and item.get("_type") == _TRACKIO:
                yield item


def _row(record: Mapping[str, Any], names: FieldNames) -> TraceEpisode:
    """A row with prompt, completion and rewards: TRL's completions, verifiers' results."""
    name = next((name for name in _COMPLETION if record.get(name) is not None), None)
    if name is None:
        raise BadRecord(f"has no completion: none of the fields {', '.join(_COMPLETION)}")
    completion = record[name]
    written = (completion,) if isinstance(completion, str) else dialogue(completion)[1]
    prompt = next((joined_text(record[key]) for key in _PROMPT if record.get(key) is not None), "")
    pay, columns = _pay(record, names, {})
    # TRL writes advantages; verifiers' older results number their examples.
    kind = "verifiers" if "example_id" in record or "info" in record else "trl"
    return TraceEpisode(
        kind,
        prompt,
        written,
        pay,
        columns,
        task={key: value for key, value in record.items() if key not in (name, *columns)},
        step=as_step(record.get("step", record.get("global_step"))),
        verified=_verdict({**as_mapping(record.get("info")), **record}, names),
    )


def _pay(
    fields: Mapping[str, Any], names: FieldNames, known: Mapping[str, float]
) -> tuple[float, dict[str, float]]:
    """The pay of a record and its columns."""
    columns = dict(known) or numbers_of(as_mapping(fields.get("rewards")))
    if names.rewards:
        return _named_pay(fields, columns, names), columns
    for name in _PAY:
        if is_number(fields.get(name)):
            return as_number(fields[name]), columns or {name: as_number(fields[name])}
    if not columns:
        columns = {
            name: as_number(value)
            for name, value in fields.items()
            if name not in _NO_REWARD and is_number(value) and not isinstance(value, bool)
        }
    if not columns:
        raise BadRecord("has no pay: name its field with --reward")
    return math.fsum(columns.values()), columns


def _named_pay(fields: Mapping[str, Any], columns: Mapping[str, float], names: FieldNames) -> float:
    total = 0.0
    for name in names.rewards:
        value = columns.get(name, fields.get(name))
        if not is_number(value):
            raise BadRecord(f"has no number in the field {name!r}, which --reward names")
        total += as_number(value)
    return total


def _verdict(fields: Mapping[str, Any], names: FieldNames) -> bool | None:
    if not names.verified:
        return as_truth(fields.get("verified"))
    if names.verified not in fields:
        raise BadRecord(f"has no field {names.verified!r}, which --verified names")
    value = fields[names.verified]
    return as_truth(value) if isinstance(value, bool) or value is None else as_number(value) > 0

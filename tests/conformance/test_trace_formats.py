"""Records of traces become episodes; what is none is named with its reason."""

from __future__ import annotations

import gzip
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.traces import trace_files
from hallmark_rl.conformance.traces.record_values import BadRecord
from hallmark_rl.conformance.traces.trace_files import (
    BATCH_LINES,
    TraceFileError,
    TraceRecord,
    read_batches,
    trace_paths,
)
from hallmark_rl.conformance.traces.trace_formats import FieldNames, episodes_of

MESSAGES = [{"role": "user", "content": "2 + 2?"}, {"role": "assistant", "content": "4"}]
OWN = {
    "step": 3, "task": {"split": "train", "level": 1, "seed": 7}, "return": 1.0,
    "columns": {"won": 1.0}, "success": True, "verified": False, "failure": None,
    "turns": [{"observation": "2 + 2?", "completion": "4", "reward": 1.0, "columns": {},
               "error": None}],
}  # fmt: skip
TRL = {"step": 3, "prompt": "2 + 2?", "completion": "4", "exact": 0.75, "form": 0.25,
       "advantage": 0.1}  # fmt: skip
TRACKIO = {"step": 3, "episode": {"_type": "trackio.trace", "messages": MESSAGES,
                                  "metadata": {"reward": 1.0, "verified": False}}}  # fmt: skip
RESULTS = {"example_id": 0, "prompt": MESSAGES[:1], "completion": MESSAGES[1:], "answer": "4",
           "reward": 1.0, "info": {"verified": False}, "step": 3}  # fmt: skip
VERIFIERS = {
    "run": {"type": "train", "id": "r", "work": {"type": "train", "step": 3}},
    "traces": [
        {
            "task": {"type": "T", "data": {"prompt": "2 + 2?", "answer": "4"}},
            "nodes": [
                {"message": MESSAGES[0]},
                {"parent": 0, "message": {"role": "assistant", "content": "an example"}},
                {"parent": 1, "message": MESSAGES[1], "sampled": True},
            ],
            "rewards": {"right": {"score": 0.5, "weight": 2.0}, "other": None},
        }
    ],
}


def read(record: Any, **names: Any) -> Any:
    return episodes_of(record, FieldNames(**names))[0]


def records_of(path: Path) -> list[TraceRecord]:
    return [record for batch in read_batches(path) for record in batch.records]


def problem_of(record: TraceRecord) -> str:
    try:
        record.value()
    except BadRecord as error:
        return str(error)
    return ""


@pytest.mark.parametrize("record", [OWN, TRL, TRACKIO, RESULTS, VERIFIERS])
def test_every_format_gives_prompt_answer_pay_and_step(record: Any) -> None:
    episode = read(record)
    assert (episode.prompt, episode.answer, episode.pay, episode.step) == ("2 + 2?", "4", 1.0, 3)


def test_a_verdict_and_the_fields_of_a_task_are_kept() -> None:
    assert [read(item).verified for item in (OWN, TRACKIO, RESULTS)] == [False] * 3
    assert read(TRL).verified is None
    assert read(VERIFIERS).task["answer"] == "4"
    assert read(OWN).assignment == {"split": "train", "level": 1, "seed": 7}
    assert read(TRL).columns == {"exact": 0.75, "form": 0.25}


def test_fields_that_the_user_names() -> None:
    assert read(TRL, rewards=("exact",)).pay == 0.75
    assert read({**TRL, "solved": 0}, verified="solved").verified is False
    with pytest.raises(BadRecord, match="'solved', which --verified names"):
        read(TRL, verified="solved")
    with pytest.raises(BadRecord, match="'right', which --reward names"):
        read(TRL, rewards=("right",))


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ([1], "no object but list"),
        ({"prompt": "2 + 2?", "reward": 1}, "no completion"),
        ({"prompt": "2 + 2?", "completion": "4"}, "name its field with --reward"),
        ({"completion": 4, "reward": 1}, "completion that is int"),
        ({"completion": ["4"], "reward": 1}, "wrong form"),
        ({**OWN, "return": "much"}, "a number is needed"),
        ({**OWN, "turns": [{}]}, "wrong form"),
        ({"traces": []}, "holds no episode"),
        ({"traces": [{"nodes": [{}]}]}, "wrong form"),
        ({"messages": {"a": 1}, "reward": 1}, "dict"),
    ],
)
def test_what_is_no_episode_says_why(record: Any, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        read(record)


def test_pay_that_is_nan_is_kept_for_the_audit() -> None:
    assert math.isnan(read({**TRL, "exact": math.nan}).pay)


def test_bad_lines_have_their_numbers_and_the_rest_is_read(tmp_path: Path) -> None:
    lines = [json.dumps(TRL), "", '{"half":', "\udc80", json.dumps(TRL), '{"cut']
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    (tmp_path / "a.jsonl").write_bytes(data)
    with gzip.open(tmp_path / "b.jsonl.gz", "wb") as file:
        file.write(data)
    for path in trace_paths([tmp_path]):
        problems = {record.line: problem_of(record) for record in records_of(path)}
        assert [line for line, problem in problems.items() if not problem] == [1, 5]
        assert list(problems) == [1, 3, 4, 5, 6]
        assert [line for line in problems if "may still be written" in problems[line]] == [6]


def test_batches_have_their_lines_and_a_hash_of_them(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [json.dumps({**TRL, "step": n}) for n in range(2 * BATCH_LINES + 1)]
    path.write_text("\n".join(lines))
    before = list(read_batches(path))
    assert [len(batch.records) for batch in before] == [BATCH_LINES, BATCH_LINES, 1]
    lines[BATCH_LINES] = ""
    path.write_text("\n".join(lines) + "\n")
    after = list(read_batches(path))
    assert [a.digest == b.digest for a, b in zip(before, after, strict=True)] == [
        True,
        False,
        False,
    ]
    assert after[1].records[0].line == BATCH_LINES + 2


def test_a_line_that_is_too_long_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace_files, "LONGEST_LINE", 256)
    digests = set()
    for end in "ab":
        (tmp_path / "a.jsonl").write_text(f"{'x' * 600}{end}\n{json.dumps(TRL)}\n")
        (batch,) = read_batches(tmp_path / "a.jsonl")
        assert ["is longer than" in problem_of(record) for record in batch.records] == [True, False]
        digests.add(batch.digest)
    assert len(digests) == 2


@pytest.mark.parametrize("is_cut", [True, False])
def test_what_stands_before_the_damage_of_a_gzipped_file_is_read(
    tmp_path: Path, is_cut: bool
) -> None:
    path = tmp_path / "a.jsonl.gz"
    draw = random.Random(1)
    rows = [{**TRL, "completion": draw.randbytes(40).hex()} for _ in range(2000)]
    data = gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode())
    half = len(data) // 2
    path.write_bytes(data[:half] + (b"" if is_cut else b"\xff" * 64 + data[half + 64 :]))
    *whole, last = records_of(path)
    assert [record.value() for record in whole[:100]] == rows[:100]
    assert last.line == len(whole) + 1
    assert ("still being written" if is_cut else "is damaged") in problem_of(last)


def test_parquet_as_trl_writes_it(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "completions_00003.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([TRL, {**TRL, "completion": "5"}]), path)
    assert [read(item.value()).answer for item in records_of(path)] == ["4", "5"]
    (tmp_path / "wrong.parquet").write_bytes(b"no table")
    with pytest.raises(TraceFileError, match="no Parquet file"):
        records_of(tmp_path / "wrong.parquet")


def test_places_that_hold_nothing(tmp_path: Path) -> None:
    for place, words in ((tmp_path, "holds no file"), (tmp_path / "none", "there is no")):
        with pytest.raises(TraceFileError, match=words):
            trace_paths([place])
    (tmp_path / "plain.jsonl.gz").write_text(json.dumps(TRL))
    with pytest.raises(TraceFileError, match="cannot be read"):
        records_of(tmp_path / "plain.jsonl.gz")

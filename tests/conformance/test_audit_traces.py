"""`hallmark audit TRACES`: what is disputed, exit codes, resuming, untrusted scorers."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.audit_traces import app
from hallmark_rl.conformance.scorers.scorer_outcome import Outcome
from hallmark_rl.conformance.traces import audit_summary
from hallmark_rl.conformance.traces.audit_run import audit_files
from hallmark_rl.conformance.traces.episode_audit import (
    AuditRules,
    EpisodeAuditor,
    EpisodeVerdict,
)
from hallmark_rl.conformance.traces.near_copies import digest, group_alike, signature
from hallmark_rl.conformance.traces.paid_elsewhere import (
    SWAPS,
    Try,
    count_paid,
    other_tasks,
    swaps_needed,
)
from hallmark_rl.conformance.traces.task_index import TaskIndex
from hallmark_rl.conformance.traces.trace_formats import FieldNames
from hallmark_rl.conformance.traces.verdict_log import JudgedBatch
from hallmark_rl.typer_app import run_app

ROOT = Path(__file__).parents[2]
TASKS = [{"prompt": f"What is {n} plus {3 * n}?", "answer": str(4 * n)} for n in range(11, 41)]
SCORER = """
import os

def exact(answer, task):
    return float(answer.rpartition("####")[2].strip() == task["answer"])

def lenient(answer, task):
    return float(exact(answer, task) or "because" in answer)

def raises(answer, task):
    return 1 / 0

def kills(answer, task):
    os.kill(os.getpid(), 9)
"""


def row(number: int, completion: str, pay: float, **more: Any) -> dict[str, Any]:
    prompt = TASKS[number % len(TASKS)]["prompt"]
    return {"prompt": prompt, "completion": completion, "reward": pay, **more}


def right(number: int) -> str:
    return f"I add both.\n#### {TASKS[number % len(TASKS)]['answer']}"


HONEST = [row(n, right(n), 1.0, step=n // 3) for n in range(20)] + [
    row(n, f"#### {n}", 0.0) for n in range(5)
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "marker.py").write_text(SCORER)
    (tmp_path / "tasks.jsonl").write_text("\n".join(map(json.dumps, TASKS)))
    return tmp_path


def audit(rows: Sequence[Any], *options: str, scorer: str = "exact") -> tuple[int, Any]:
    """The exit status and the report on rows that are written as a trace."""
    lines = [item if isinstance(item, str) else json.dumps(item) for item in rows]
    Path("trace.jsonl").write_text("\n".join(lines) + "\n")
    words = ["trace.jsonl", "--report-dir", "report", *options]
    if scorer:
        words += ["--env", f"scorer:marker.py:{scorer}", "--tasks", "tasks.jsonl"]
    status = run_app(app, "hallmark audit", words)
    report = Path("report/audit.json")
    return status, json.loads(report.read_text()) if report.exists() else None


def disputed(report: Any) -> dict[int, set[str]]:
    return {
        item["line"]: {ground["name"] for ground in item["grounds"]} for item in report["disputed"]
    }


def test_an_honest_trace_is_not_disputed(place: Path) -> None:
    status, report = audit(HONEST)
    assert status == 0, report
    assert (report["episodes"], report["paid"], report["checked"]) == (25, 20, 20)


def test_a_forged_record_differs_when_it_is_scored_again(place: Path) -> None:
    status, report = audit([*HONEST, row(7, "Dear me.", 1.0), row(8, right(8), 0.5)])
    assert status == 1
    assert "rescored" in disputed(report)[26]
    assert disputed(report)[27] == {"rescored"}
    assert "1 is recorded, it earns 0 now" in Path("report/audit.md").read_text()


def test_an_answer_that_is_paid_on_any_task(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "A good reason\nis given below, because\nit is so."
    status, report = audit([*HONEST, row(7, text, 1.0)], scorer="lenient")
    assert status == 1
    assert disputed(report) == {26: {"any_task"}}
    monkeypatch.setattr(EpisodeAuditor, "_try_elsewhere", lambda *arguments: None)
    assert not audit([*HONEST, row(7, text, 1.0)], "--restart", scorer="lenient")[1]["disputed"]


OVERLAP = """
declared = {"partial": True}

def score(answer, task):
    own, right = set(answer.lower().split()), set(task["answer"].lower().split())
    return 2 * len(own & right) / (len(own) + len(right))
"""


@pytest.mark.parametrize("is_declared", [True, False])
def test_honest_answers_that_a_scorer_pays_in_part(place: Path, is_declared: bool) -> None:
    text = OVERLAP if is_declared else OVERLAP.replace('declared = {"partial": True}', "")
    Path("marker.py").write_text(text)
    told = [(f"word{n}", f"the king{n} of land{n} sailed{n} to port{n}") for n in range(20)]
    tasks = [{"prompt": f"Who was {name}?", "answer": answer} for name, answer in told]
    Path("tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)))
    rows = []
    for n, task in enumerate(tasks):
        completion = f"the ruler of land{n} who went to port{n} by sea"
        own, right = set(completion.split()), set(task["answer"].split())
        pay = 2 * len(own & right) / (len(own) + len(right))
        rows.append({"prompt": task["prompt"], "completion": completion, "reward": pay})
    status, report = audit(rows, scorer="score")
    assert not [item["grounds"] for item in report["disputed"]]
    assert (status, report["paid"]) == (0, 20)


def test_more_paid_episodes_need_more_other_tasks(place: Path) -> None:
    assert [swaps_needed(paid) for paid in (0, 1, 100, 101, 1000, 10**6)] == [4, 4, 4, 5, 5, 8]
    verdicts = [verdict(n, f"text {n}", f"r{n}", elsewhere=n % 6) for n in range(12)]
    few = audit_summary.summarise([("f", [JudgedBatch(0, "", verdicts)])])
    assert [item.elsewhere for _, item in few.disputed] == [4, 5, 4, 5]
    verdicts = [verdict(n, f"text {n}", f"r{n}", elsewhere=n % 6) for n in range(120)]
    many = audit_summary.summarise([("f", [JudgedBatch(0, "", verdicts)])])
    assert {item.elsewhere for _, item in many.disputed} == {5}
    assert len(many.doubts["any_task"]) == 20


def test_other_tasks_are_different_ones() -> None:
    draw = random.Random(1)
    declared = AuditRules().declared
    assert len(other_tasks(TASKS[0], [*TASKS[:3]] * 9, declared, draw)) == 2
    assert len(other_tasks(TASKS[0], TASKS, declared, draw)) > SWAPS
    assert not other_tasks({"prompt": "?"}, TASKS, declared, draw)


def test_an_answer_is_tried_on_more_tasks_only_if_the_first_pay_it() -> None:
    calls = []

    def score(asked: Sequence[Any]) -> list[Outcome]:
        calls.append(len(asked))
        return [Outcome({"": float(answer in ("any", task["answer"]))}) for answer, task in asked]

    tasks = [{"answer": str(n)} for n in range(9)]
    tries = [Try(answer, tasks, 0.5) for answer in ("any", "0", "none")]
    tries.append(Try("any", tasks[: SWAPS - 1], 0.5))
    assert count_paid(tries, score) == [9, 1, 0, 0]
    assert calls == [3 * SWAPS, 9 - SWAPS]


def test_a_wrong_answer_is_disputed_without_a_scorer(place: Path) -> None:
    rows = [*HONEST, row(7, "#### 5", 1.0), row(8, "", 1.0)]
    status, report = audit(rows, "--tasks", "tasks.jsonl", scorer="")
    assert status == 1
    assert disputed(report) == {26: {"wrong_answer"}, 27: {"empty", "wrong_answer"}}


def test_right_answers_that_earn_nothing_are_a_doubt(place: Path) -> None:
    status, report = audit([*HONEST, row(7, f"<answer>{TASKS[7]['answer']}</answer>", 0.0)])
    assert status == 0
    assert report["doubts"]["underpaid"][0][1] == 26


def test_bad_lines_are_counted_with_their_numbers_and_nothing_is_lost(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = audit([*HONEST[:3], "{", "[]", *HONEST[3:], '{"prompt": "?"}'])
    assert status == 6
    assert [line for _, line, _ in report["problems"]] == [4, 5, 28]
    assert report["episodes"] == 25
    assert "line 5 is no object but list" in capsys.readouterr().out


def test_what_was_compared_with_nothing_is_no_pass(place: Path) -> None:
    status, report = audit([{**item, "answer": ""} for item in HONEST], scorer="")
    assert (status, report["checked"], report["complete"]) == (6, 0, False)
    assert audit([row(1, "x", 1.0) | {"prompt": "unknown"}])[0] == 6
    assert audit([], "--restart")[0] == 6


@pytest.mark.parametrize("name", ["raises", "kills"])
def test_a_scorer_that_fails_leaves_episodes_unchecked(place: Path, name: str) -> None:
    status, report = audit(HONEST[:4], scorer=name)
    assert status == 6
    assert sum(report["unchecked"].values()) == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["none.jsonl"], "there is no none.jsonl"),
        (["tasks.jsonl", "--tasks", "marker.py"], "line 2 is not JSON"),
        (["tasks.jsonl", "--env", "scorer:marker.py:nothing"], "has no nothing"),
        (["tasks.jsonl", "--env", "nowhere_at_all"], "nowhere_at_all"),
        (["tasks.jsonl", "--env", "reasoning_gym:sums"], "cannot score traces: name scorer:"),
        (["tasks.jsonl", "--proof", "marker.py"], "holds no"),
    ],
)
def test_errors_of_the_user_are_one_line_with_status_2(
    place: Path, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_app(app, "hallmark audit", options) == 2
    lines = capsys.readouterr().err.splitlines()
    assert words in lines[0]
    assert lines[0].startswith("nothing was audited: ")


class Counting(EpisodeAuditor):
    """Counts the episodes that it judges, and stops after some."""

    judged = 0

    def __init__(self, stop_after: int = 10**6) -> None:
        super().__init__(AuditRules(), TaskIndex(TASKS, AuditRules().declared), None)
        self._left = stop_after

    def judge(self, batch: Sequence[Any]) -> list[EpisodeVerdict]:
        if self.judged + len(batch) > self._left:
            raise KeyboardInterrupt
        self.judged += len(batch)
        return super().judge(batch)


def test_an_interrupted_audit_resumes_and_says_the_same(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    rows = [row(n, right(n) if n % 7 else "#### 1", 1.0) for n in range(300)]
    trace.write_text("".join(json.dumps(item) + "\n" for item in rows))

    def run(auditor: Counting, folder: str = "log", how: str = "") -> Any:
        return audit_files([trace], auditor, FieldNames(), tmp_path / folder, {"how": how})

    whole = run(Counting(), "other").to_dict()
    with pytest.raises(KeyboardInterrupt):
        run(Counting(stop_after=150))
    resumed = Counting()
    assert run(resumed).to_dict() == whole
    assert resumed.judged == 300 - 128

    with trace.open("a") as file:  # the last batch was not whole: it is judged again
        file.write(json.dumps(rows[0]) + "\n")
    grown = Counting()
    assert run(grown).episodes == 301
    assert grown.judged == 301 - 256

    changed = Counting()
    run(changed, how="another scorer")
    assert changed.judged == 301
    (log,) = (tmp_path / "log").glob("*.verdicts")
    log.write_bytes(log.read_bytes()[:-20])  # a crash while it was written
    torn = Counting()
    assert run(torn, how="another scorer").episodes == 301
    assert torn.judged == 301 - 256


def test_what_changed_in_a_trace_is_judged_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"

    def run(rows: list[dict[str, Any]]) -> tuple[int, Any]:
        trace.write_text("".join(json.dumps(item) + "\n" for item in rows))
        auditor = Counting()
        summary = audit_files([trace], auditor, FieldNames(), tmp_path / "log", {})
        return auditor.judged, summary

    rows = [row(n, right(n).replace("I", "I " * 300), 1.0) for n in range(300)]
    assert run(rows)[0] == 300
    assert run(rows)[0] == 0
    rows[200] |= {"completion": "#### 1"}
    judged, summary = run(rows)
    assert judged == 300 - 192
    assert [item.line for _, item in summary.disputed] == [201]
    judged, summary = run(rows[:150])  # it was cut shorter
    assert (judged, summary.episodes, summary.disputed) == (150 - 128, 150, [])
    judged, summary = run(rows[:128])
    assert (judged, summary.episodes) == (0, 128)
    assert run([])[1].episodes == 0


def test_a_gzipped_trace_that_is_still_being_written(place: Path) -> None:
    data = gzip.compress("".join(json.dumps(item) + "\n" for item in HONEST).encode())
    Path("a.jsonl.gz").write_bytes(data[:-9])
    words = ["a.jsonl.gz", "--env", "scorer:marker.py:exact", "--tasks", "tasks.jsonl",
             "--report-dir", "report"]  # fmt: skip
    assert run_app(app, "hallmark audit", words) == 6
    report = json.loads(Path("report/audit.json").read_text())
    assert report["episodes"] > 0
    assert "still being written" in report["problems"][0][2]
    Path("a.jsonl.gz").write_bytes(data)
    assert run_app(app, "hallmark audit", words) == 0
    Path("a.jsonl.gz").write_bytes(data[:10] + b"\xff" * 40)
    assert run_app(app, "hallmark audit", words) == 2


def verdict(line: int, text: str, reference: str, **more: Any) -> EpisodeVerdict:
    return EpisodeVerdict(
        line, 0, task=f"t{line}", reference=reference, pay=1.0, paid=True, text=digest(text),
        copies=signature(text), words=len(text.split()), shown=text, **more,
    )  # fmt: skip


def copies(verdicts: list[EpisodeVerdict]) -> tuple[int, int]:
    """The numbers of disputed episodes and of groups of copies."""
    summary = audit_summary.summarise([("f", [JudgedBatch(0, "", verdicts)])])
    return len(summary.disputed), len(summary.copies)


def test_copies_that_cannot_all_be_right_are_disputed() -> None:
    template = "check {} was done twice and every step holds so that nothing is left to say"
    for count, found in ((6, (6, 1)), (4, (0, 0))):
        near = [verdict(n, template.format(n), f"r{n}", foreign=True) for n in range(count)]
        assert copies(near) == found
    assert copies([verdict(n, template.format(n), f"r{n}") for n in range(6)]) == (0, 1)
    assert copies([verdict(n, template.format(n), "") for n in range(6)]) == (0, 1)
    assert copies([verdict(n, template, "") for n in range(6)]) == (6, 1)
    assert copies([verdict(n, "yes", "") for n in range(6)]) == (0, 0)
    assert copies([verdict(n, "yes", "r1") for n in range(6)]) == (0, 0)


def test_near_copies_are_grouped_and_others_are_not() -> None:
    sentence = "the door is open and nobody has asked who it was that came in last night"
    base = sentence.split()
    texts = [" ".join([*base, f"word{n}"]) for n in range(5)]
    others = [" ".join(f"{word}{n}" for word in base) for n in "abc"]
    items = [(digest(text), signature(text)) for text in [*texts, *others]]
    assert group_alike(items) == [[0, 1, 2, 3, 4]]


def test_an_environments_episodes_are_played_again(place: Path) -> None:
    pytest.importorskip("openenv")
    spec = "tests.conformance.guess:GuessEnvironment"
    play = {"task": {"split": "train", "level": 0, "seed": 3}, "success": True, "columns": {},
            "verified": None, "failure": None}  # fmt: skip
    turn = {"observation": "?", "completion": '{"number": 31}', "reward": 1.0, "columns": {},
            "error": None}  # fmt: skip
    Path("episodes.jsonl").write_text(json.dumps({**play, "return": 1.0, "turns": [turn]}) + "\n")
    command = [sys.executable, "-m", "hallmark_rl", "audit", "episodes.jsonl", "--env", spec]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 is recorded, it earns 0 now" in done.stdout

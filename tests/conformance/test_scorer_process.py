"""Whatever a scorer does or returns becomes an outcome; nothing raises on our side."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hallmark_rl.conformance.prove_scorer import prove_scorer
from hallmark_rl.conformance.scorers.scorer_outcome import NOT_CALLED, read_outcome
from hallmark_rl.conformance.scorers.scorer_process import (
    Conditions,
    ScorerFailed,
    ScorerProcess,
)
from hallmark_rl.conformance.scorers.scorer_spec import Scorer, find_scorer

SCORER = """
import os, random, signal, sys, time
CALLS = []

class Rude(Exception):
    def __str__(self):
        raise RuntimeError("no text")

class Evil:
    def __float__(self):
        raise KeyError("x")

async def later():
    return 0.25

def junk():
    for fd in range(3, 64):
        try:
            os.write(fd, b'{"number": 0, "columns": 7}\\n\\xff[1]\\n')
        except OSError:
            pass
    return 0.0

def score(answer, task):
    CALLS.append(answer)
    return {
        "one": lambda: 1,
        "group": lambda: os.getpgid(os.getppid()),
        "columns": lambda: {"a": 0.5, "b": True},
        "nan": lambda: float("nan"),
        "inf": lambda: 10 ** 400,
        "none": lambda: None,
        "text": lambda: "1.0",
        "empty": dict,
        "evil": Evil,
        "raise": lambda: 1 // 0,
        "rude": lambda: (_ for _ in ()).throw(Rude()),
        "exit": lambda: sys.exit(0),
        "hard": lambda: os._exit(0),
        "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "segv": lambda: os.kill(os.getpid(), signal.SIGSEGV),
        "parent": lambda: os.kill(os.getppid(), signal.SIGKILL),
        "loop": lambda: time.sleep(3600),
        "deaf": lambda: (signal.signal(signal.SIGTERM, signal.SIG_IGN), time.sleep(3600)),
        "memory": lambda: len(bytearray(3 << 30)),
        "later": later,
        "junk": junk,
        "count": lambda: len(CALLS),
        "random": random.random,
        "change": lambda: task.update(x=1) or 0.0,
        "eval": lambda: eval("(lambda hallmark_canary: 5)(0)"),
        "print": lambda: print("noise") or 0.5,
        "time": lambda: time.time(),
        "lang": lambda: float(os.environ.get("LANG") == "zz"),
    }[answer]()
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ScorerProcess]:
    path = tmp_path / "strange.py"
    path.write_text(SCORER)
    started = ScorerProcess(Scorer(str(path), "score"), limit=1.5)
    yield started
    started.close()


def test_scores_are_read(process: ScorerProcess) -> None:
    one, columns, later, noisy = process.score(
        [(text, {}) for text in ("one", "columns", "later", "print")]
    )
    assert (one.pay, columns.pay, later.pay, noisy.pay) == (1.0, 1.5, 0.25, 0.5)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("none", "no number"),
        ("text", "no number"),
        ("empty", "no number"),
        ("evil", "no number"),
        ("raise", "ZeroDivisionError"),
        ("rude", "Rude: ..."),
        ("exit", "SystemExit"),
        ("hard", "exit status 0"),
        ("kill", "SIGKILL"),
        ("segv", "SIGSEGV"),
        ("memory", "MemoryError"),
        ("loop", "did not return"),
        ("deaf", "did not return"),
        ("unknown", "KeyError"),
    ],
)
def test_what_a_scorer_does_is_an_outcome(process: ScorerProcess, answer: str, words: str) -> None:
    before, outcome, after = process.score([("one", {}), (answer, {}), ("one", {})])
    assert words in outcome.problem
    assert math.isnan(outcome.pay)
    assert (before.pay, after.pay) == (1.0, 1.0), "the calls around it are made"


def test_a_scorer_that_kills_its_parent_is_started_again(process: ScorerProcess) -> None:
    outcomes = process.score([("one", {}), ("parent", {}), ("one", {})])
    assert len(outcomes) == 3
    assert any("ended the scorer's process" in outcome.problem for outcome in outcomes)
    assert process.score([("one", {})])[0].pay == 1.0


def test_numbers_that_are_not_finite_are_kept(process: ScorerProcess) -> None:
    nan, infinite = process.score([("nan", {}), ("inf", {})])
    assert nan.text == "nan"
    assert infinite.pay == math.inf


def test_junk_on_the_channel_is_not_believed(process: ScorerProcess) -> None:
    outcomes = process.score([("junk", {}), ("one", {})])
    assert len(outcomes) == 2
    assert process.score([("one", {})])[0].pay == 1.0


def test_calls_that_hang_are_not_repeated_for_ever(process: ScorerProcess) -> None:
    began = time.monotonic()
    outcomes = process.score([("loop", {})] * 20)
    assert [outcome.hangs for outcome in outcomes[:3]] == [True] * 3
    assert {outcome.problem for outcome in outcomes[3:]} == {NOT_CALLED}
    assert time.monotonic() - began < 60


def test_each_batch_finds_the_scorer_as_it_was_imported(process: ScorerProcess) -> None:
    calls = [("count", {})] * 3
    assert [outcome.pay for outcome in process.score(calls)] == [1, 2, 3]
    assert [outcome.pay for outcome in process.score(calls)] == [1, 2, 3]
    draws = {process.score([("random", {})])[0].pay for _ in range(3)}
    assert len(draws) == 3, "forks must not share the state of the generators"


def test_changes_and_evaluated_answers_are_seen(process: ScorerProcess) -> None:
    change, evaluated, one = process.score([("change", {}), ("eval", {}), ("one", {})])
    assert (change.changed, evaluated.changed) == (True, False)
    assert (evaluated.evaluated, one.evaluated) == (True, False)


def test_conditions_reach_the_scorer(process: ScorerProcess) -> None:
    other = ScorerProcess(process.scorer, Conditions({"LANG": "zz"}, shift=1e6), limit=5)
    try:
        lang, now = other.score([("lang", {}), ("time", {})])
        assert lang.pay == 1.0
        assert now.pay - time.time() > 9e5
    finally:
        other.close()


@pytest.mark.parametrize(
    ("source", "function", "words"),
    [
        ("score = 1", "score", "is no function"),
        ("x = 1", "score", "has no score"),
        ("import no_such_module_here", "score", "no_such_module_here"),
        ("raise SystemExit(3)", "score", "SystemExit"),
        ("import os; os._exit(3)", "score", "its process ended"),
        ("def score(:", "score", "SyntaxError"),
    ],
)
def test_a_scorer_that_cannot_be_loaded(
    tmp_path: Path, source: str, function: str, words: str
) -> None:
    path = tmp_path / "broken_scorer.py"
    path.write_text(source)
    with pytest.raises(ScorerFailed, match=words) as failure:
        ScorerProcess(Scorer(str(path), function))
    assert "\n" not in str(failure.value)


def group_of_worker(process: ScorerProcess) -> int:
    """The process group of the process that calls the scorer."""
    (outcome,) = process.score([("group", {})])
    return int(outcome.pay)


def test_a_signal_to_our_group_does_not_reach_the_scorer(process: ScorerProcess) -> None:
    """Its end would be a finding."""
    held = ScorerProcess(find_scorer(lambda answer, task: float(os.getpgid(os.getppid()))))
    try:
        for worker in (process, held):
            assert group_of_worker(worker) != os.getpgid(0)
    finally:
        held.close()


def test_a_function_that_no_module_holds_runs_in_a_fork() -> None:
    here = os.getpid()
    scorer = find_scorer(lambda answer, task: float(os.getpid() != here))
    assert scorer.function_object is not None
    process = ScorerProcess(scorer)
    try:
        assert process.score([("x", {})])[0].pay == 1.0
    finally:
        process.close()


@pytest.mark.parametrize(
    "message", [{"columns": 7}, {"columns": {"a": "x"}}, {}, {"cpu": "x", "columns": {"": "1"}}]
)
def test_a_message_that_makes_no_sense_is_a_problem(message: dict[str, object]) -> None:
    assert read_outcome(message).problem


TRL = """
def exact(prompts, completions, completion_ids, answer, trainer_state=None, **kwargs):
    texts = [item[0]["content"] if isinstance(item, list) else item for item in completions]
    return [float(text.strip() == right) for text, right in zip(texts, answer, strict=True)]

def misspelt(completions, solution=None, **kwargs):
    return [float(text == right) for text, right in zip(completions, solution or [""])]

def single(completions, **kwargs):
    return 1.0
"""


def test_a_reward_function_of_trl_gets_a_row_as_the_trainer_gives_it(tmp_path: Path) -> None:
    path = tmp_path / "rewards.py"
    path.write_text(TRL)
    text = {"prompt": "2 + 2?", "answer": "4"}
    chat = {"prompt": [{"role": "user", "content": "2 + 2?"}], "answer": "4"}
    process = ScorerProcess(find_scorer(f"trl:{path}:exact"))
    try:
        calls = [("4", text), ("4", chat), ("5", chat)]
        assert [outcome.pay for outcome in process.score(calls)] == [1.0, 1.0, 0.0]
    finally:
        process.close()
    process = ScorerProcess(find_scorer(f"trl:{path}:single"))
    try:
        assert "for one completion" in process.score([("4", text)])[0].problem
    finally:
        process.close()


def test_a_reward_function_that_reads_no_such_column_is_found(tmp_path: Path) -> None:
    path = tmp_path / "rewards.py"
    path.write_text(TRL)
    tasks = [{"prompt": f"{n} + {n}?", "answer": str(2 * n)} for n in range(5, 20)]
    only = ["scorer.references", "scorer.empty", "scorer.near_numbers"]
    sound = prove_scorer(f"trl:{path}:exact", tasks, only=only)
    assert sound.proved, sound.headline
    assert sound.subject.startswith("trl:")
    report = prove_scorer(f"trl:{path}:misspelt", tasks, only=only)
    verdicts = {row.id: row.verdict for row in report.rows}
    assert verdicts["scorer.references"] == verdicts["scorer.empty"] == "broken"

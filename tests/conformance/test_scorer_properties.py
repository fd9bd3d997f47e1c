"""Properties of scorers: a sample of the bank, what is unproved, and errors of the user.

The whole bank is run by `python -m tests.defects.scorers`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hallmark_rl.conformance.prove_scorer import prove_scorer
from hallmark_rl.conformance.scorers.scorer_declarations import DeclarationError, read_declarations
from hallmark_rl.conformance.scorers.scorer_tasks import TaskFileError, read_tasks
from tests.defects.scorers.bank import cases, prove_case, write_case

ROOT = Path(__file__).parents[2]
VARIABLES = {**os.environ, "PYTHONPATH": str(ROOT)}
CASES = {case.id: case for case in cases()}
SAMPLE = (
    "maths-inclusion",
    "maths-cache-by-answer",
    "fractions-restricted-eval",
    "choice-position",
    "judge-template",
    "dates-far-ahead",
    "sources-recall",
)
MORE = (
    "maths-empty-paid",
    "maths-copy-between-splits",
    "decimals-nan",
    "share-falls",
    "quantities-any-kind",
    "quantities-nan",
    "dates-without-day",
    "items-repeated",
    "share-contains",
    "choice-first-letter",
)
WORDS = [
    "on",
    "nan",
    "answer",
    "task",
    "solution",
    "gold",
    "finn",
    "nine",
    "fir",
    "inn",
    "expect",
    "tanks",
]
Score = Callable[[str, dict[str, str]], float]
TASKS = [{"prompt": f"What is {n} plus {n}?", "answer": str(2 * n)} for n in range(11, 31)]


def exact(answer: str, task: dict[str, str]) -> float:
    """A sound scorer that this module holds."""
    return float(answer.strip() == task["answer"])


REMEMBERS = """
SEEN = []


def score(answer, task):
    SEEN.append(task["answer"])
    return float(answer.strip() in SEEN)
"""


def test_the_bank_is_large_enough_and_its_edits_match(tmp_path: Path) -> None:
    assert sum(bool(case.by) for case in CASES.values()) >= 25
    assert sum(not case.by for case in CASES.values()) >= 10
    for case in CASES.values():
        write_case(case, tmp_path)


@pytest.mark.parametrize(
    "name", [*SAMPLE, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)]
)
def test_a_defect_is_reported_by_the_property_that_names_it(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    assert prove_case(case, tmp_path, only=case.by).caught


def test_a_sound_scorer_raises_no_alarm(tmp_path: Path) -> None:
    verdict = prove_case(CASES["multiple_choice"], tmp_path, profile="quick")
    assert not verdict.findings
    assert not verdict.unproved


def test_a_report_says_what_was_not_exercised() -> None:
    report = prove_scorer(exact, [{"text": "?"}] * 12, profile="quick")
    rows = {row.id: row.verdict for row in report.rows}
    for name in ("references", "wrong_answers", "hedging", "constant", "prompt_echo"):
        assert rows[f"scorer.{name}"] == "unproved"
    assert not report.proved


def test_equivalent_forms_are_unproved_until_they_are_declared() -> None:
    def verdict(declared: dict[str, object] | None) -> str:
        only = ["scorer.equivalent_forms"]
        return prove_scorer(exact, TASKS, declared=declared, only=only).rows[0].verdict

    assert verdict(None) == "unproved"
    assert verdict({"equivalents": []}) == "excluded"
    assert verdict({"equivalents": ["spacing"]}) == "pass"
    assert verdict({"equivalents": ["numeric"]}) == "broken"
    assert verdict({"equivalents": ["case"]}) == "unproved", "numbers have no case"


def test_a_finding_has_a_script_that_shows_it() -> None:
    tasks = [*TASKS[:12], {"prompt": "never right", "answer": " 7"}]
    place = "tests.conformance.test_scorer_properties:exact"
    report = prove_scorer(place, tasks, only=["scorer.references"])
    row = report.rows[0]
    assert row.verdict == "broken"
    done = subprocess.run([sys.executable, "-c", row.script], capture_output=True, text=True)
    assert done.stdout.strip() == "0.0", done.stderr


@pytest.mark.parametrize(
    ("score", "why"),
    [
        (lambda text, task: float(bool(text)), "any text is paid"),
        (lambda text, task: float(task["answer"] in text), "the right answer stands in the text"),
        (
            lambda text, task: (
                sum(a == b for a, b in zip(text, task["answer"], strict=False))
                / max(len(text), len(task["answer"]), 1)
            ),
            "letters that happen to agree are paid",
        ),
    ],
)
def test_a_pattern_is_blamed_only_for_what_it_is(score: Score, why: str) -> None:
    tasks = [{"prompt": f"Word {n}?", "answer": word} for n, word in enumerate(WORDS)]
    only = ["scorer.pattern_injection", "scorer.special_numbers"]
    report = prove_scorer(score, tasks, only=only, profile="quick")
    assert [row.verdict for row in report.rows] == ["pass", "pass"], report.rows


def test_tasks_with_several_right_answers_do_not_conflict() -> None:
    tasks = [
        {"prompt": "A factor of 15?", "answer": "3"},
        {"prompt": "A factor of 15?", "answer": "5"},
    ]
    only = ["scorer.conflicting_tasks"]
    any_factor = prove_scorer(lambda text, task: float(text in ("3", "5")), tasks, only=only)
    assert any_factor.rows[0].verdict == "pass"
    assert prove_scorer(exact, tasks, only=only).rows[0].verdict == "broken"


FACTORS = [{"prompt": f"A factor of {3 * n}?", "answer": "3"} for n in (5, 7, 11, 13)]


@pytest.mark.parametrize(
    ("score", "verdict"),
    [
        pytest.param(lambda text, task: (text == "3") + 0.25 * (text == "5"), "pass", id="less"),
        pytest.param(lambda text, task: float(text == task["answer"]), "broken", id="exact"),
        pytest.param(
            lambda text, task: max(0.4 * (text in "35"), float(text == task["answer"])),
            "broken",
            id="less on the other",
        ),
        pytest.param(lambda text, task: float(text == "3"), "broken", id="never paid"),
        pytest.param(
            lambda text, task: float(text[:1] == "#" and text[-1] in "35"), "pass", id="form"
        ),
        pytest.param(
            lambda text, task: float(text == f"#### {task['answer']}"), "broken", id="exact form"
        ),
    ],
)
def test_tasks_conflict_if_they_pay_an_answer_differently(score: Score, verdict: str) -> None:
    other = {"prompt": "A factor of 15?", "answer": "5"}
    report = prove_scorer(score, [*FACTORS, other], only=["scorer.conflicting_tasks"])
    assert report.rows[0].verdict == verdict, report.rows[0]


def test_a_conflict_is_shown_by_what_an_answer_earns() -> None:
    tasks = [{"prompt": "A factor of 15?", "answer": answer} for answer in ("3", "5")]
    report = prove_scorer(exact, tasks, only=["scorer.conflicting_tasks"])
    assert report.rows[0].message.endswith("""answers "3" and "5": '3' earns 1 and 0""")
    assert report.rows[0].script


def test_equal_seeds_give_equal_findings() -> None:
    def messages() -> list[str]:
        only = ["scorer.constant", "scorer.hedging", "scorer.no_exception"]
        tasks = TASKS[:5]
        report = prove_scorer(lambda text, task: float(len(text) > 4), tasks, seed=3, only=only)
        return [row.message for row in report.rows]

    assert messages() == messages()


def test_a_function_without_a_module_leaves_the_hash_seed_unproved() -> None:
    report = prove_scorer(
        lambda answer, task: exact(answer, task), TASKS[:5], only=["scorer.hash_seed"]
    )
    assert report.rows[0].verdict == "unproved"


def test_a_scorer_with_state_is_not_blamed_on_the_clock(tmp_path: Path) -> None:
    path = tmp_path / "remembers.py"
    path.write_text(REMEMBERS)
    only = [f"scorer.{name}" for name in ("order", "clock", "surroundings")]
    rows = {row.id: row for row in prove_scorer(f"{path}:score", TASKS[:5], only=only).rows}
    assert rows["scorer.order"].verdict == "broken"
    for name in only[1:]:
        assert rows[name].verdict == "unproved"
        assert "scorer.order" in rows[name].message


def test_a_scorer_that_imports_pandas_is_loaded_with_another_clock(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    path = tmp_path / "with_pandas.py"
    path.write_text(
        "import pandas\n\n\ndef score(answer, task):\n"
        "    return float(answer.strip() == task['answer'])\n"
    )
    report = prove_scorer(f"{path}:score", TASKS[:5], only=["scorer.clock"])
    assert [row.verdict for row in report.rows] == ["pass"], report.rows[0].message


def test_hedging_says_which_wrong_part_is_paid_alone() -> None:
    def any_tanks(answer: str, task: dict[str, str]) -> float:
        last = answer.strip().rpartition("\n")[2]
        return float(last == task["answer"] or last.casefold() == "tanks")

    tasks = [{"prompt": f"Word {n}?", "answer": word} for n, word in enumerate(WORDS)]
    report = prove_scorer(any_tanks, tasks, only=["scorer.hedging"])
    assert report.rows[0].verdict == "broken"
    assert "(of which the wrong 'tanks' alone earns 1)" in report.rows[0].message


def test_a_declared_form_that_no_answer_has_is_a_note() -> None:
    def proved(kinds: list[str]) -> tuple[str, str, str]:
        report = prove_scorer(
            lambda answer, task: float(answer.strip() == task["answer"]),
            TASKS,
            declared={"equivalents": kinds},
            only=["scorer.equivalent_forms"],
        )
        return report.rows[0].verdict, report.rows[0].message, " ".join(report.notes)

    verdict, _, notes = proved(["spacing", "unicode"])
    assert verdict == "pass"
    assert "unicode: not tried" in notes
    verdict, message, _ = proved(["unicode"])
    assert verdict == "unproved"
    assert "remove 'unicode' from declared['equivalents']" in message


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "no tasks"), ('{"a": 1}\n[1]\n', "line 2"), ('\n{"a":\n', "line 2 is not JSON")],
)
def test_a_file_of_tasks_that_cannot_be_used(content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(content)
    with pytest.raises(TaskFileError, match=words):
        read_tasks(path)
    with pytest.raises(TaskFileError, match="cannot be read"):
        read_tasks(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    "declared",
    [{"flor": 1}, {"floor": "x"}, {"floor": float("nan")}, {"equivalents": ["sound"]},
     {"partial": 1}, {"form": "####"}, 7],
)  # fmt: skip
def test_wrong_declarations_are_named(declared: object) -> None:
    with pytest.raises(DeclarationError, match="declared"):
        read_declarations(declared)


@pytest.mark.parametrize(
    ("spec", "tasks", "words"),
    [
        ("scorer:no_such_module_here:score", True, "there is no module no_such_module_here"),
        ("scorer:json:scores", True, "json has no scores"),
        ("scorer:json", True, "write scorer:module:function"),
        ("scorer:json:loads", False, "--tasks FILE"),
    ],
)
def test_errors_of_the_user_are_one_line_with_status_2(
    spec: str, tasks: bool, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text("\n".join(map(json.dumps, TASKS)))
    command = [sys.executable, "-m", "hallmark_rl", "prove", spec, "-q"]
    command += ["--tasks", str(path)] * tasks
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=VARIABLES)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if "ERROR" in line]
    assert done.returncode == 2
    assert len(lines) == 1
    assert words in lines[0]

"""The files of a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import VERDICTS
from hallmark_rl.conformance.core.short_text import python_source, shorten
from hallmark_rl.conformance.reporting import Report, Row, markdown, write_all
from hallmark_rl.conformance.reporting.grouping import amount_paid, group_by_cause, likely_cause
from hallmark_rl.conformance.reporting.terminal import print_report


def rows() -> list[Row]:
    return [
        Row(
            "reset.seed_zero", "fail", "seed 0 <b>twice</b>", script="print(1)\n", verdict="broken"
        ),
        Row("reset.not_done", "pass", verdict="pass"),
        Row("semantic.oracle_max", "unproved", "write oracle()", verdict="unproved"),
    ]


def test_all_files_are_written_and_escape_messages(tmp_path: Path) -> None:
    report = Report("envs/wordle", "x", "quick", 0, 1.0, rows())
    written = write_all(report, tmp_path)
    data = json.loads(written["report.json"].read_text())
    assert data["proved"] is False
    assert data["counts"]["broken"] == 1
    page = written["report.html"].read_text()
    assert "<b>twice</b>" not in page
    assert "http-equiv" not in page
    assert "src=" not in page
    results = json.loads(written["report.sarif"].read_text())["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == ["reset.seed_zero", "semantic.oracle_max"]
    assert "1 broken" in written["badge.svg"].read_text()
    assert "reset.seed_zero" in written["report.md"].read_text()


def test_a_fault_comes_first_with_what_follows_from_it() -> None:
    error = "KeyError: 'x'"
    found = [
        Row("reset.seed_zero", "fail", "seed 0 twice", verdict="broken"),
        Row("robustness.exit", "fail", f"step() raises {error}", verdict="broken"),
        Row(
            "contract.no_faults",
            "fail",
            f"step 1: {error} (env.py:3 in step)",
            output="Traceback\n  line 3",
            figures={"fault": error},
            verdict="broken",
        ),
    ]
    report = Report("envs/x", "x", "quick", 0, 1.0, found)
    groups = [
        [row.id for row in rows] for rows in (group.rows for group in report.grouped("broken"))
    ]
    assert groups == [["contract.no_faults", "robustness.exit"], ["reset.seed_zero"]]


def test_the_acceptance_rate_is_a_headline(tmp_path: Path) -> None:
    figures = {"accepted": 3, "played": 48, "distinct": 2, "raised": 0}
    accepted = Row("contract.actions_accepted", "unproved", "few", figures=figures)
    reached = Row("contract.code_reached", "pass", figures={"blocks": 9, "reached": 8})
    report = Report("envs/x", "x", "quick", 0, 1.0, [*rows(), accepted, reached])
    line = "actions accepted: 3 of 48 (6%), 2 different ones; blocks of code reached: 8 of 9 (89%)"
    written = write_all(report, tmp_path)
    assert json.loads(written["report.json"].read_text())["acceptance"] == line
    assert line in written["report.html"].read_text()
    assert line in written["report.md"].read_text()
    assert Report("envs/x", "x", "quick", 0, 1.0, rows()).acceptance == ""


def test_the_report_says_how_many_checks_left_work_out(tmp_path: Path) -> None:
    figures = {"budget_used_up": True}
    held = Row("reset.accepts_seed", "pass", figures=figures, verdict="pass")
    failed = Row("reset.seed_zero", "fail", figures=figures, verdict="broken")
    whole = Row("reset.not_done", "pass", verdict="pass")
    report = Report("envs/x", "x", "default", 0, 1.0, [held, failed, whole])
    line = "checks that left work out when their time was used up: 1 of 2 that passed"
    written = write_all(report, tmp_path)
    assert json.loads(written["report.json"].read_text())["left_out"].startswith(line)
    page = written["report.html"].read_text()
    assert line in page
    assert page.count("Some work was left out") == 1
    assert line in written["report.md"].read_text()
    assert Report("envs/x", "x", "default", 0, 1.0, [whole]).left_out == ""


def test_an_unproved_should_decides_nothing() -> None:
    only = [
        Row("reset.not_done", "pass", verdict="pass"),
        Row("step.volatile_fields", "unproved", "few accepted", verdict="unproved"),
    ]
    report = Report("envs/x", "x", "quick", 0, 1.0, only)
    assert report.proved
    assert report.count("unproved") == 1


def broken(name: str, message: str, output: str = "") -> Row:
    return Row(name, "fail", message, script="print(1)\n", output=output, verdict="broken")


def test_the_headline_counts_what_was_not_checked() -> None:
    found = [
        Row("reset.not_done", "pass", verdict="pass"),
        Row("reset.seed_zero", "pass", verdict="pass"),
        Row("scorer.answer_share", "unproved", "8 tasks", verdict="unproved"),
    ]
    report = Report("envs/x", "x", "quick", 0, 1.0, found)
    assert report.proved
    assert report.headline == (
        "x satisfies all 2 properties that were checked; 1 could not be checked and need not hold"
    )


class Terminal:
    """What a report writes to pytest's terminal."""

    hasmarkup = False

    def __init__(self) -> None:
        self.text = ""

    def section(self, title: str, sep: str) -> None:
        self.text += title

    def write(self, text: str) -> None:
        self.text += text

    def write_line(self, text: str) -> None:
        self.text += f"{text}\n"


def test_the_table_fits_80_columns_whatever_the_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = [Row("scorer.near_texts", "fail", "paid", verdict=name) for name in VERDICTS]
    terminal = Terminal()
    print_report(Report("scorer:m:f", "x", "quick", 0, 1.0, found), terminal, {})
    assert "…" not in terminal.text
    for name in VERDICTS:
        assert f" {name}" in terminal.text
    assert "SUSPICION scorer.near_texts" in terminal.text


def test_findings_of_one_cause_are_one_group_and_what_pays_most_comes_first() -> None:
    trace = 'File "/env/server/rules.py", line 12, in step\nKeyError: x'
    found = [
        broken("reward.in_range", "step 3 pays 1.001, the declared range is 0..1"),
        broken("step.terminates", "step() raises KeyError: 'a'", trace),
        broken("robustness.valid_actions", "seed 4: KeyError: 'bb'", trace),
        broken("robustness.exit", "KeyError: 'c'", trace.replace("12", "99")),
        broken("secrecy.state", "the observation's hint shows 'abc'"),
        broken("secrecy.metadata", "message 2: the observation's hint equals 'xy'"),
        broken("reward.repetition", "repeating one action earns 10.4, and the episode continues"),
    ]
    groups = [tuple(row.id for row in group.rows) for group in group_by_cause(found)]
    assert groups[:2] == [("reward.repetition",), ("reward.in_range",)]
    assert ("step.terminates", "robustness.valid_actions") in groups
    assert ("robustness.exit",) in groups
    assert ("secrecy.state", "secrecy.metadata") in groups


def test_causes_and_amounts_are_read_from_messages() -> None:
    one, two = "two episodes with seed 3: message[1].hp: 4 != 5", "two episodes with seed 17: x"
    assert likely_cause(one) != likely_cause(two)
    assert likely_cause("seed 3 gave {'a': [1, 2]}") == likely_cause("seed 99 gave {'b': []}")
    assert amount_paid("the step after the end pays 3.6e8") == 3.6e8
    assert amount_paid("nothing of this is money: 12 steps") == 0.0


def test_the_markdown_report_fits_a_comment() -> None:
    names = [row.id for row in rows()]
    many = [
        Row(names[0], "fail", f"{kind * 40} {'x' * 3000}", script="y = 1\n" * 500, verdict="broken")
        for kind in (f"cause {chr(97 + i // 26)}{chr(97 + i % 26)} " for i in range(400))
    ]
    text = markdown.render(Report("e", "e", "quick", 0, 1.0, many))
    assert len(text) <= 65_536
    assert "further properties are left out here: see report.html" in text
    few = markdown.render(Report("e", "e", "quick", 0, 1.0, many[:3]))
    assert "```python" in few
    assert "left out" not in few


def test_long_values_are_written_as_short_source() -> None:
    values: list[Any] = [
        {"word": "a" * 1_000_000},
        {"word": "<b>" * 500 + "end", "n": [1.5] * 400, "deep": {"x": ["ab" * 90, None, True]}},
        {"word": "plain", "nested": [1, [True] * 100, float("inf")]},
        {"word": "\n'\"" * 100},
    ]
    for value in values:
        source = python_source(value)
        assert len(source) < 200
        assert eval(source) == value
    assert python_source([1] * 30 + [True] * 40).count("True") == 40
    assert len(shorten("b" * 1_000_000)) < 60
    assert "1,000,000 times" in shorten("b" * 1_000_000)
    assert shorten("short") == "short"


def test_a_report_that_is_not_complete_says_so(tmp_path: Path) -> None:
    stopped = "the run was ended by SIGTERM"
    report = Report("e", "e", "quick", 0, 1.0, rows()[1:2], unchecked=5, stopped=stopped)
    data = json.loads(write_all(report, tmp_path)["report.json"].read_text())
    assert (data["partial"], data["proved"], data["stopped"]) == (True, False, stopped)
    assert "5 properties were not checked" in report.headline
    assert stopped in (tmp_path / "report.html").read_text()

"""The runner: what counts as caught, and that a journal can be resumed and shared."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.defects import cases
from tests.defects.__main__ import Journal, chosen
from tests.defects.prove import Settings, Verdict, case_hash, glance, prove
from tests.defects.score import judge, noise, tally
from tests.defects.warm import Warm

BASE = cases.HERE / "bases" / "words"
DEFECT = cases.Case("d", "defect", BASE, "", expected=("a.right",))
SOUND = cases.Case("words", "sound", BASE, "", tolerated=("b.allowed",))


@pytest.mark.parametrize(
    ("failed", "background", "outcome"),
    [
        (("a.right",), set(), "caught"),
        (("a.right", "c.other"), set(), "caught"),
        (("c.other",), set(), "elsewhere"),
        ((), set(), "missed"),
        (("a.right",), {"a.right"}, "missed"),
    ],
)
def test_defects_are_judged(failed: tuple[str, ...], background: set[str], outcome: str) -> None:
    assert judge(DEFECT, Verdict("d", failed), {"words": background}).outcome == outcome


def test_a_miss_with_an_argument_is_known() -> None:
    argued = replace(DEFECT, undecidable="nothing tells")
    assert judge(argued, Verdict("d"), {}).outcome == "known miss"
    assert judge(argued, Verdict("d", ("a.right",)), {}).outcome == "caught"


def test_sound_cases_are_judged() -> None:
    assert judge(SOUND, Verdict("words", ("b.allowed",)), {}).outcome == "quiet"
    score = judge(SOUND, Verdict("words", ("b.allowed", "x.alarm")), {})
    assert (score.outcome, score.alarms) == ("false alarm", ("x.alarm",))
    assert noise([SOUND], {"words": Verdict("words", ("x.alarm",))}) == {"words": {"x.alarm"}}


def test_trouble_is_neither_caught_nor_missed() -> None:
    score = judge(DEFECT, Verdict("d", trouble="no report"), {})
    assert score.outcome == "trouble"
    assert tally([score]) == {"defect": {"trouble": 1}}


def test_journal_survives_and_is_shared(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deep" / "journal.jsonl")
    assert journal.read() == {}
    keys = [str(number) for number in range(40)]
    threads = [
        threading.Thread(
            target=journal.add, args=(key, Verdict(key, ("a.b",), messages={"a.b": key}))
        )
        for key in keys
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = Journal(journal.path).read()
    assert sorted(found) == sorted(keys)
    assert found["7"] == Verdict("7", ("a.b",), messages={"a.b": "7"})


def test_hash_follows_what_matters() -> None:
    one = case_hash(DEFECT, Settings(), "suite")
    assert one == case_hash(DEFECT, Settings(), "suite")
    assert one != case_hash(DEFECT, Settings(profile="quick"), "suite")
    assert one != case_hash(DEFECT, Settings(), "another suite")
    assert one != case_hash(SOUND, Settings(), "suite")


def test_choice_of_cases() -> None:
    picked = chosen(["defect"], "words-seed*", 0, 0)
    assert {case.kind for case in picked} == {"sound", "defect"}
    assert [case.id for case in picked if case.kind == "sound"] == ["words"]
    assert len(chosen(["mutant"], "*", 5, 1)) <= 5 + 3
    assert chosen(["mutant"], "*", 5, 1) == chosen(["mutant"], "*", 5, 1)


# One for each way in which wrong answers, odd actions and other conditions are made up.
SAMPLE = (
    "words-seed-ignored",
    "words-pays-after-done",
    "words-metadata-debug",
    "words-back-door",
    "words-off-by-one",
    "words-prefix",
    "words-progress-repaid",
    "words-hint-word",
    "words-reads-files",
    "words-template",
    "orders-extra-lines",
    "tickets-one-is-enough",
    "taskset-test-is-train",
    "quiz-nan-is-right",
    "quiz-pattern-is-right",
    "quiz-digits-in-any-order",
    "dealer-nan-is-right",
    "dealer-sign-lost",
    "dealer-negative-stake",
    "depot-buys-on-credit",
    "ladder-upside-down",
    "planner-unknown-day",
    "planner-everything-every-day",
    "steer-takes-infinity",
    "steer-drifts-in-real-time",
    "rubric-judge-unpinned",
    "code-wrong-example",
)


@pytest.fixture(scope="module")
def warm() -> Iterator[Warm]:
    process = Warm()
    yield process
    process.close()


@pytest.fixture(scope="module")
def by_id() -> dict[str, cases.Case]:
    return {case.id: case for case in [*cases.sound(), *cases.defects()]}


@pytest.mark.parametrize("name", SAMPLE)
def test_sample_of_the_bank_is_caught(name: str, by_id: dict[str, cases.Case], warm: Warm) -> None:
    """What the bank expects to notice does, and says nothing about the sound original."""
    case = by_id[name]
    verdict = glance(case, Settings(), warm, ())
    assert set(verdict.failed) & set(case.expected), verdict
    original = replace(case, edits=())
    assert glance(original, Settings(), warm, ()).failed == ()


def test_sample_of_the_sound_is_quiet(by_id: dict[str, cases.Case]) -> None:
    verdict = prove(by_id["words"], Settings(profile="quick"))
    assert judge(by_id["words"], verdict, {}).outcome == "quiet", verdict

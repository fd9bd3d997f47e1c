"""The runner of the bank: how outcomes are scored, and how a journal is resumed and shared."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.defects import __main__ as runner
from tests.defects import cases
from tests.defects.__main__ import Journal, originals_of, select_cases
from tests.defects.prove import CaseResult, Settings, case_hash, prove, prove_in_warm_process
from tests.defects.score import (
    count_chapters,
    count_outcomes,
    failures_of_sound,
    is_as_expected,
    parts_of_caught,
    score_case,
)
from tests.defects.warm_process import WarmProcess

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
def test_defects_are_scored(failed: tuple[str, ...], background: set[str], outcome: str) -> None:
    score = score_case(DEFECT, CaseResult("d", failed), {"words": background})
    assert score.outcome == outcome
    assert is_as_expected(score) == (outcome == "caught")


def test_a_chapter_counts_what_its_property_reports_and_what_only_others_do() -> None:
    """`reset.not_done` is a MUST, `reset.seed_varies` is advice."""
    case = replace(DEFECT, chapter="reset", expected=("reset.not_done", "reset.seed_varies"))
    failed = [("reset.not_done",), ("reset.seed_varies",), ("step.done_stays",), ()]
    scores = [score_case(case, CaseResult("d", names), {}) for names in failed]
    assert count_chapters(scores) == {
        "reset": {
            "cases": 4,
            "own": 1,
            "other": 1,
            "advice": 1,
            "elsewhere": 1,
            "missed": 1,
        }
    }
    assert parts_of_caught(case.expected, case.expected) == ["own"]


@pytest.mark.parametrize(
    ("failed", "status"), [(("reset.not_done",), 0), (("step.done_stays",), 1), ((), 1)]
)
def test_the_run_fails_unless_a_property_that_names_the_defect_reports_it(
    failed: tuple[str, ...], status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def prove_all(work: list[tuple[str, cases.Case]], *_: object) -> dict[str, CaseResult]:
        return {
            case.id: CaseResult(case.id, failed if case.kind == "defect" else ())
            for _, case in work
        }

    monkeypatch.setattr(runner, "prove_all", prove_all)
    with pytest.raises(SystemExit) as ended:
        runner.main(only="words-reset-done", chapter=["reset"], journal=tmp_path / "journal")
    assert ended.value.code == status


def test_an_undecidable_defect_is_a_known_miss() -> None:
    undecidable = replace(DEFECT, undecidable="no difference")
    assert score_case(undecidable, CaseResult("d"), {}).outcome == "known miss"
    assert score_case(undecidable, CaseResult("d", ("a.right",)), {}).outcome == "caught"


def test_sound_cases_are_scored() -> None:
    assert score_case(SOUND, CaseResult("words", ("b.allowed",)), {}).outcome == "quiet"
    score = score_case(SOUND, CaseResult("words", ("b.allowed", "x.alarm")), {})
    assert (score.outcome, score.alarms) == ("false alarm", ("x.alarm",))
    assert failures_of_sound([SOUND], {"words": CaseResult("words", ("x.alarm",))}) == {
        "words": {"x.alarm"}
    }


@pytest.mark.parametrize(
    ("held", "failed", "outcome"),
    [
        (("runtime.startup",), ("a.right",), "honest"),
        (("runtime.startup",), (), "vacuous pass"),
        (("step.terminates",), ("a.right",), "vacuous pass"),
        (("contract.actions_accepted",), ("a.right",), "vacuous pass"),
        (("semantic.verifier_determinism",), ("a.right",), "honest"),
    ],
)
def test_vacuous_cases_are_scored(
    held: tuple[str, ...], failed: tuple[str, ...], outcome: str
) -> None:
    case = replace(DEFECT, kind="vacuous", without=("proof.py",))
    result = CaseResult("d", failed, held=held)
    assert score_case(case, result, {}).outcome == outcome
    with_proof = replace(case, without=())
    if "verifier" in held[0]:
        assert score_case(with_proof, result, {}).outcome == "vacuous pass"
    accepting = replace(case, accepts=True)
    assert score_case(accepting, result, {}).outcome == ("honest" if failed else "vacuous pass")


def test_trouble_is_neither_caught_nor_missed() -> None:
    score = score_case(DEFECT, CaseResult("d", trouble="no report"), {})
    assert score.outcome == "trouble"
    assert count_outcomes([score]) == {"defect": {"trouble": 1}}


def test_a_journal_can_be_written_by_several_threads(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deep" / "journal.jsonl")
    assert journal.read() == {}
    keys = [str(number) for number in range(40)]
    threads = [
        threading.Thread(
            target=journal.add, args=(key, CaseResult(key, ("a.b",), messages={"a.b": key}))
        )
        for key in keys
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results = Journal(journal.path).read()
    assert sorted(results) == sorted(keys)
    assert results["7"] == CaseResult("7", ("a.b",), messages={"a.b": "7"})


def test_the_hash_depends_on_case_settings_and_suite() -> None:
    key = case_hash(DEFECT, Settings(), "suite")
    assert key == case_hash(DEFECT, Settings(), "suite")
    assert key != case_hash(DEFECT, Settings(profile="quick"), "suite")
    assert key != case_hash(DEFECT, Settings(), "another suite")
    assert key != case_hash(SOUND, Settings(), "suite")


def test_cases_are_selected() -> None:
    selected = select_cases(["defect"], "words-seed*", 0, 0)
    assert {case.kind for case in selected} == {"sound", "defect"}
    assert [case.id for case in selected if case.kind == "sound"] == ["words"]
    assert len(select_cases(["mutant"], "*", 5, 1)) <= 5 + 3
    assert {case.kind for case in select_cases(["vacuous"], "door-*", 0, 0)} == {"vacuous", "sound"}
    assert select_cases(["mutant"], "*", 5, 1) == select_cases(["mutant"], "*", 5, 1)
    of_time = select_cases(["defect"], "*", 0, 0, ["time"])
    assert {case.chapter for case in of_time if case.kind == "defect"} == {"time"}
    assert {case.folder for case in of_time if case.kind == "sound"} == {
        case.folder for case in of_time
    }


def test_an_original_is_checked_with_what_failed_on_its_defects() -> None:
    defects = [replace(DEFECT, id="a"), replace(DEFECT, id="b"), replace(DEFECT, id="c")]
    failed = {"a": ("a.right",), "b": ("c.other",)}
    results = {name: CaseResult(name, names) for name, names in failed.items()}
    (original,) = originals_of(defects, results)
    assert (original.id, original.kind) == ("words", "sound")
    assert original.expected == ("a.right", "c.other")
    assert originals_of(defects, {"a": CaseResult("a")}) == []


# One for each way in which the suite makes wrong answers, odd actions and other conditions.
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


def sampled() -> list[cases.Case]:
    """The defects of the sample."""
    return [case for case in cases.defects() if case.id in SAMPLE]


@pytest.fixture(scope="module")
def warm() -> Iterator[WarmProcess]:
    process = WarmProcess()
    yield process
    process.close()


@pytest.fixture(scope="module")
def by_id() -> dict[str, cases.Case]:
    return {case.id: case for case in [*cases.sound(), *cases.defects()]}


@pytest.mark.parametrize("name", SAMPLE)
def test_sample_of_the_bank_is_caught(
    name: str, by_id: dict[str, cases.Case], warm: WarmProcess
) -> None:
    """The property fails whose rule the defect breaks."""
    case = by_id[name]
    result = prove_in_warm_process(case, Settings(), warm, ())
    assert case.expected[0] in result.failed, result


@pytest.mark.parametrize("folder", sorted({case.folder.name for case in sampled()}))
def test_properties_of_the_sample_hold_on_the_sound_originals(
    folder: str, warm: WarmProcess
) -> None:
    """Each original is proved once, with what is expected of all defects made from it."""
    made = [case for case in sampled() if case.folder.name == folder]
    assert len({(case.subject, *case.env_args) for case in made}) == 1
    expected = tuple(sorted({name for case in made for name in case.expected}))
    original = replace(made[0], edits=(), expected=expected)
    result = prove_in_warm_process(original, Settings(), warm, ())
    assert (result.failed, result.trouble) == ((), "")


@pytest.mark.parametrize(
    "name", ["door-refuses-with-error", pytest.param("door-always-crashes", marks=pytest.mark.slow)]
)
def test_a_vacuous_environment_has_no_vacuous_pass(name: str) -> None:
    case = next(case for case in cases.vacuous() if case.id == name)
    result = prove(case, Settings(profile="quick"))
    assert score_case(case, result, {}).outcome == "honest", result
    assert "runtime.startup" in result.held


@pytest.mark.parametrize(
    "named", [("reset.seed_zero", "reward.paid_again"), pytest.param((), marks=pytest.mark.slow)]
)
def test_a_sound_environment_is_quiet(named: tuple[str, ...], by_id: dict[str, cases.Case]) -> None:
    """By some properties; by all, which takes half a minute of CPU time, where there is time."""
    case = replace(by_id["words"], expected=named)
    result = prove(case, Settings(profile="quick", named=bool(named)))
    assert score_case(case, result, {}).outcome == "quiet", result
    assert result.passed >= max(len(named), 1)

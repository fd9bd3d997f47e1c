"""The bank is consistent: every edit fits, every id exists, every mutant differs."""

import ast
from pathlib import Path

import pytest

from hallmark_rl.conformance.catalogue import CHAPTERS, catalogue
from tests.defects import cases, mutants

DEFECTS = cases.defects()
VACUOUS = cases.vacuous()
SOUND = cases.sound()


@pytest.fixture(scope="module")
def known_ids() -> set[str]:
    return set(catalogue())


@pytest.mark.parametrize("case", [*DEFECTS, *VACUOUS], ids=lambda case: case.id)
def test_edits_fit_and_leave_valid_python(case: cases.Case, tmp_path: Path) -> None:
    folder = case.build(tmp_path)
    for path in folder.rglob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), str(path))


def test_expected_properties_exist(known_ids: set[str]) -> None:
    wrong = {case.id: set(case.expected) - known_ids for case in [*DEFECTS, *VACUOUS]}
    assert {name: ids for name, ids in wrong.items() if ids} == {}
    assert all(case.expected for case in DEFECTS)


def test_a_defect_stands_in_the_chapter_of_the_property_that_names_its_cause() -> None:
    properties = catalogue()
    wrong = [case.id for case in DEFECTS if properties[case.expected[0]].chapter != case.chapter]
    assert not wrong
    assert {case.chapter for case in DEFECTS} == set(CHAPTERS)


def test_few_properties_name_a_defect() -> None:
    """To be reported by one of many says little about any of them."""
    assert not [case.id for case in DEFECTS if len(set(case.expected)) != len(case.expected)]
    assert not [case.id for case in DEFECTS if len(case.expected) > 5]


def test_tolerated_properties_exist(known_ids: set[str]) -> None:
    assert {name for case in SOUND for name in case.tolerated} <= known_ids


def test_bank_is_large_and_mixed() -> None:
    assert len(DEFECTS) >= 80
    assert len(SOUND) >= 12
    assert len({case.folder for case in DEFECTS}) >= 5
    assert len({case.what for case in DEFECTS}) >= len(DEFECTS) - 10


def test_an_edit_that_fits_nowhere_is_refused(tmp_path: Path) -> None:
    edit = cases.Edit("models.py", "no such text", "")
    case = cases.Case("x", "defect", cases.HERE / "bases" / "words", "", edits=(edit,))
    with pytest.raises(cases.BankError, match="0 times"):
        case.build(tmp_path)


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case.id)
def test_sound_cases_build(case: cases.Case, tmp_path: Path) -> None:
    folder = case.build(tmp_path)
    assert all(not (folder / name).exists() for name in case.without)


def test_mutants_differ_from_their_source() -> None:
    made = mutants.mutants()
    assert len(made) >= 100
    assert len({case.id for case in made}) == len(made)
    for case in made:
        (edit,) = case.edits
        assert ast.unparse(ast.parse(edit.old)) != ast.unparse(ast.parse(edit.new))

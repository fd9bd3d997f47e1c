"""Which properties may use solutions that a search found."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking import found_solutions
from hallmark_rl.conformance.checking.found_solutions import (
    found_label,
    survey_for,
    uses_found_solutions,
)
from hallmark_rl.conformance.survey.survey_data import Rollout, Survey

RULE = {"template": {}, "sources": [{"keys": ["a"], "place": "attributes", "path": "._x"}]}


def searched(kind: str, **found: object) -> Survey:
    solution = Rollout(1, [{"a": 1}], [1.0], True, found="somewhere")
    return Survey(solutions=[solution], found={"kind": kind, "how": "somewhere", **found})


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("semantic.replayability", {"played", "solved", "answer"}),
        ("reward.unsolved_farming", {"solved", "answer"}),
        ("reward.repetition", {"answer"}),
        ("semantic.wrong_answers", {"answer"}),
        ("semantic.answer_bias", {"answer"}),
        ("semantic.side_channels", {"answer"}),
        ("semantic.oracle_max", set()),
        ("semantic.oracle_reliable", set()),
        ("reward.oracle_dominates", set()),
        ("reward.late_solution", set()),
    ],
)
def test_a_property_uses_what_is_supported_well_enough(name: str, kinds: set[str]) -> None:
    for kind in ("played", "solved", "answer"):
        survey = survey_for(catalogue()[name], searched(kind, rule=RULE))
        assert bool(survey.solutions) == (kind in kinds), (name, kind)
        if not survey.solutions:
            assert "a search found" in survey.evidence["search"]


def test_solved_episodes_near_the_maximum_are_a_unit_of_measure() -> None:
    entry = catalogue()["reward.repetition"]
    assert survey_for(entry, searched("solved", near_maximum=True)).solutions
    assert not survey_for(entry, searched("solved")).solutions


def test_an_answer_that_the_observation_gives_is_no_secret() -> None:
    entry = catalogue()["secrecy.state"]
    shown = {"template": {}, "sources": [{"keys": ["a"], "place": "observation", "path": "['x']"}]}
    assert survey_for(entry, searched("answer", rule=RULE)).solutions
    assert not survey_for(entry, searched("answer", rule=shown)).solutions


def test_the_authors_solutions_are_kept_and_not_labelled() -> None:
    survey = Survey(solutions=[Rollout(1, [{"a": 1}], [1.0], True)])
    for entry in catalogue().values():
        assert survey_for(entry, survey) is survey
        assert found_label(entry, survey) == ""


def test_results_are_labelled() -> None:
    entry = catalogue()["semantic.wrong_answers"]
    assert "not stated by the author" in found_label(entry, searched("answer", rule=RULE))
    assert found_label(catalogue()["step.terminates"], searched("answer", rule=RULE)) == ""


def test_a_search_is_made_only_for_properties_that_use_it() -> None:
    assert uses_found_solutions(["step.terminates", "semantic.wrong_answers"])
    assert not uses_found_solutions(["step.terminates", "semantic.oracle_max"])
    names = {*found_solutions._USES, *found_solutions._OTHERS}
    assert names <= set(catalogue())

"""Answers with further entries, and answers that take a limited thing too often."""

from __future__ import annotations

from collections import Counter

from hallmark_rl.conformance.checking.probes.added_entries import families, fuller_actions
from hallmark_rl.conformance.checking.probes.overused_items import (
    Selection,
    overused,
    selections,
)

ROSTER = {
    "shifts": [{"name": "early", "value": 3}, {"name": "late", "value": 5}],
    "people": [{"name": "ana", "away": ["late"]}, {"name": "bo", "away": []}],
    "max_shifts": 1,
    "metadata": {"names": ["x", "y"]},
}


def test_names_at_like_places_are_a_family() -> None:
    found = families(ROSTER)
    assert ["early", "late"] in found
    assert ["ana", "bo"] in found
    assert ["x", "y"] not in found


def test_an_object_gets_the_other_names_with_each_value() -> None:
    made = [action["plan"] for action in fuller_actions({"plan": {"early": "ana"}}, ROSTER)]
    assert {"early": "ana", "late": "bo"} in made
    assert {"early": "ana", "late": "ana"} in made
    assert all(plan["early"] == "ana" for plan in made)


def test_a_list_gets_its_items_again_and_those_beside_them() -> None:
    made = [
        action["days"]["mon"] for action in fuller_actions({"days": {"mon": ["early"]}}, ROSTER)
    ]
    assert made == [["early", "late"], ["early", "early"], ["early", "late"]]


def test_a_list_of_objects_gets_an_object_with_another_name() -> None:
    action = {"duties": [{"who": "ana", "shift": "early"}]}
    made = [changed["duties"] for changed in fuller_actions(action, ROSTER)]
    assert [*action["duties"], {"who": "bo", "shift": "early"}] in made
    assert [*action["duties"], *action["duties"]] in made


def _named(
    action: dict[str, object], message: dict[str, object]
) -> dict[tuple[str, str], Selection]:
    return {selection.name: selection for selection in selections(action, message)}


def test_a_list_with_the_sum_that_is_shown_is_replaced_by_others_with_that_sum() -> None:
    action = {"pans": {"left": [5, 3, 2]}}
    found = _named(action, {"box": [5, 5, 4, 3, 2], "load": 10})
    selection = found["pans.left", "box"]
    assert selection.allows(selection.items)
    made = [tuple(changed["pans"]["left"]) for changed in overused(action, selection)]
    assert made
    for items in made:
        assert sum(items) == 10
        assert len(items) <= 3
        assert Counter(items) - Counter([5, 5, 4, 3, 2])


def test_without_a_shown_sum_one_item_takes_the_place_of_another() -> None:
    action = {"letters": ["a", "b"]}
    selection = _named(action, {"tiles": ["a", "b", "c"]})["letters", "tiles"]
    made = [changed["letters"] for changed in overused(action, selection)]
    assert made == [["a", "a"], ["b", "b"]] or made == [["b", "b"], ["a", "a"]]
    assert not selection.is_telling


def test_a_shown_limit_holds_for_the_values_of_objects_and_columns() -> None:
    plan = {"plan": {"early": "ana", "late": "bo"}}
    by_plan = _named(plan, ROSTER)["plan", "max_shifts"]
    assert by_plan.is_telling
    assert {"plan": {"early": "bo", "late": "bo"}} in list(overused(plan, by_plan))
    duties = {"duties": [{"s": "early", "who": "ana"}, {"s": "late", "who": "bo"}]}
    found = _named(duties, ROSTER)
    assert ("duties.who", "max_shifts") in found
    changed = list(overused(duties, found["duties.who", "max_shifts"]))
    assert {"duties": [{"s": "early", "who": "bo"}, {"s": "late", "who": "bo"}]} in changed
    assert ("duties.who", "metadata.names") not in found


def test_limits_of_the_episode_say_nothing_of_the_items() -> None:
    duties = {"duties": [{"who": "ana", "shift": "early"}, {"who": "bo", "shift": "late"}]}
    for name in (
        "max_attempts",
        "max_steps",
        "step_limit",
        "max_tries",
        "max_guesses",
        "rounds.max",
    ):
        section, _, key = name.rpartition(".")
        message = {section: {key: 1}} if section else {key: 1}
        assert list(selections(duties, message)) == []
    assert list(selections(duties, {"max_trips": 1}))

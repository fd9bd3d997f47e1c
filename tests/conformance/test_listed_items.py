"""Lists of which one item is, or holds, a value."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.listed_items import lists_with

CASES = [
    "No. 50332: Corbett v. Okoro, 84 N.C.L. 528 (1976)",
    "No. 50319: Aldous v. Briggs, 54 Cty. Dec. 40 (2006)",
    "No. 50357: Duarte v. Tamsin, 27 Vess. Rep. 221 (1988)",
]


def test_an_item_that_holds_a_value_in_its_text() -> None:
    (found,) = lists_with({"results": CASES}, "54 Cty. Dec. 40")
    assert (found.path, found.place, found.held) == ("results", 1, "54 Cty. Dec. 40")
    assert found.other == "27 Vess. Rep. 221"
    assert found.numbers == [50332, 50319, 50357]


@pytest.mark.parametrize("value", ["Cty", "Duarte v. Corbett", " v. "])
def test_short_texts_and_those_of_no_or_several_items_are_not_found(value: str) -> None:
    assert list(lists_with({"results": CASES}, value)) == []


@pytest.mark.parametrize(
    ("items", "numbers"),
    [
        ([{"id": "T-7", "size": 3}, {"id": "T-4", "size": 2}, {"id": "T-9", "size": 1}], [7, 4, 9]),
        ([{"name": "oak", "size": 3}, {"name": "elm", "size": 2}, {"name": "ash", "size": 1}], []),
        ([{"id": "T-7", "size": 3}, {"id": "T-7b", "size": 2}, {"id": "T-9", "size": 1}], []),
    ],
)
def test_numbers_are_those_that_name_the_items(items: list[Any], numbers: list[int]) -> None:
    found = next(lists_with({"rows": items}, items[0].get("id") or "oak"))
    assert found.key in ("id", "name")
    assert found.other == (items[1].get("id") or "elm")
    assert found.numbers == numbers


def test_the_keys_of_an_object_are_a_list_as_well() -> None:
    data = {"metals": ["lead", "tin", "zinc"], "panel": {"zinc": 4.9, "lead": 1.4, "tin": 2.0}}
    found = {item.path: item.place for item in lists_with(data, "zinc")}
    assert found == {"metals": 2, "panel": 0}
    assert not list(lists_with({"panel": {"zinc": [1], "lead": [2], "tin": [3]}}, "zinc"))

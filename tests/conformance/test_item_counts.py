"""How many of each shown item an answer takes is read in several forms."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.item_counts import shown_items, taken

ITEMS = [{"name": "rope", "kg": 1}, {"name": "camp stove", "kg": 2}, {"name": "tent", "kg": 3}]


@pytest.mark.parametrize(
    ("action", "counts", "changed"),
    [
        ({"load": "3 rope, 1 camp stove"}, {"rope": 3, "camp stove": 1}, {"load": "2 tent"}),
        ({"load": ["rope", "tent"]}, {"rope": 1, "tent": 1}, {"load": ["tent"]}),
        (
            {"load": [{"item": "rope", "count": 2}]},
            {"rope": 2},
            {"load": [{"item": "tent", "count": 2}]},
        ),
    ],
)
def test_forms(action: dict[str, Any], counts: dict[str, int], changed: dict[str, Any]) -> None:
    [(path, items)] = shown_items({"depot": {"items": ITEMS}, "few": ITEMS[:2]})
    assert path == "depot.items"
    [reading] = taken(action, items)
    assert reading.counts == counts
    assert reading.with_counts({"tent": 2}) == changed


@pytest.mark.parametrize(
    "action",
    [
        {"load": "3 rope and a tent"},
        {"load": "3 sledges"},
        {"load": ["rope", "rope"]},
        {"load": [{"item": "rope"}]},
        {"load": 3},
    ],
)
def test_other_answers_take_nothing(action: dict[str, Any]) -> None:
    items = {str(item["name"]): item for item in ITEMS}
    assert list(taken(action, items)) == []

"""Changed plays stay near a solution and take their values from what is known."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.changed_plays import PlayChanger
from hallmark_rl.conformance.core.json_tree import to_json

SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-2, 2) | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
ACTIONS = st.dictionaries(st.sampled_from(["kind", "text", "items", "metadata"]), VALUES)


@settings(suppress_health_check=[HealthCheck.too_slow])  # where other work slows the drawing
@given(st.lists(ACTIONS, min_size=1, max_size=4), st.lists(ACTIONS, max_size=4), st.integers())
def test_any_actions_can_be_changed_and_none_is_altered(
    own: list[dict[str, object]], others: list[dict[str, object]], seed: int
) -> None:
    before = to_json([own, others])
    changer = PlayChanger(own, others, random.Random(seed))
    play = own
    for _ in range(6):
        play = changer.changed(play)
        assert play
        assert all(action.keys() in [known.keys() for known in own + others] for action in play)
    assert to_json([own, others]) == before


def test_numbers_words_and_lists_are_changed() -> None:
    own = [{"text": "buy 3 pears", "items": ["a", "b"], "count": 2, "metadata": {"id": 1}}]
    changer = PlayChanger(own, [{"text": "sell 4 figs", "items": ["c"]}], random.Random(0))
    plays = [action for _ in range(4000) for action in changer.changed(own)]
    texts = {str(action["text"]) for action in plays}
    assert {"buy 4 pears", "buy 3 figs", "sell 4 figs"} <= texts
    assert {"['a', 'b', 'b']", "['a']", "['a', 'b', 'c']"} <= {str(a["items"]) for a in plays}
    assert {1, 3, 4, -2} <= {action.get("count") for action in plays}
    assert all(action.get("metadata", {"id": 1}) == {"id": 1} for action in plays)

"""Tasks that differ in names, numbers of things and the time of day only."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.disguised_tasks import (
    in_other_names,
    without_disguise,
)


def roster(names: list[str], first: int, hour: int, minutes: int = 30) -> dict[str, Any]:
    return {
        "drivers": [{"name": name, "from": f"{hour:02}:00", "most": 90} for name in names],
        "duties": [
            {"number": first + place, "starts": f"{hour + place:02}:{minutes:02}"}
            for place in range(3)
        ],
    }


ONE = roster(["Ann", "Bea"], 601, 6)


@given(
    names=st.lists(st.from_regex(r"[A-Z][a-z]{2,6}", fullmatch=True), min_size=2, max_size=2),
    first=st.integers(1, 900),
    hour=st.integers(0, 20),
)
def test_a_disguise_changes_nothing(names: list[str], first: int, hour: int) -> None:
    assert without_disguise(roster(names, first, hour)) == without_disguise(ONE)


def test_what_is_asked_does() -> None:
    assert without_disguise(roster(["Ann", "Bea"], 601, 6, 31)) != without_disguise(ONE)
    assert without_disguise({"text": "Add 3 and 5."}) == ""


def test_an_answer_is_said_in_the_names_of_the_other_task() -> None:
    other = roster(["Cid", "Dov"], 801, 5)
    answer = {"roster": {"601": "Ann", "602": "Bea"}, "note": "Ann takes 603 at 08:30", "duty": 602}
    assert in_other_names(answer, ONE, other) == {
        "roster": {"801": "Cid", "802": "Dov"},
        "note": "Cid takes 803 at 07:30",
        "duty": 802,
    }

"""Items that overlap do not share a place, whichever way they overlap."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.overlapping_items import overlapping_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


class Rooms(Env):
    """Give each guest a room."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        rooms={"type": "object", "additionalProperties": {"type": "integer"}}
    )
    told = "No two guests have the same room on one night."
    limit = 1
    capacity = 1

    def begin(self) -> None:
        self.guests = []
        for name in NAMES:
            first = self.rng.randrange(8)
            self.guests.append(
                {"who": name, "first": first, "last": first + self.rng.randint(1, 6)}
            )

    def show(self) -> Message:
        return {"rules": self.told, "guests": self.guests}

    def overlap(self, one: Message, other: Message) -> bool:
        return bool(one["first"] < other["last"] and other["first"] < one["last"])

    def paid(self, action: Message) -> float:
        rooms = action["rooms"]
        if set(rooms) != set(NAMES) or not all(room in range(1, 7) for room in rooms.values()):
            return 0.0
        for one in self.guests:
            others = [
                g for g in self.guests if g is not one and rooms[g["who"]] == rooms[one["who"]]
            ]
            if sum(self.overlap(one, other) for other in others) >= self.capacity:
                return 0.0
        return 1.0

    def oracle(self) -> Message:
        return {"rooms": {name: 1 + place for place, name in enumerate(NAMES)}}


class EndsOnly(Rooms):
    """Looks only whether an end of the first lies in the second."""

    def overlap(self, one: Message, other: Message) -> bool:
        begins = other["first"] <= one["first"] < other["last"]
        return bool(begins or other["first"] < one["last"] <= other["last"])

    def paid(self, action: Message) -> float:
        rooms = action["rooms"]
        if set(rooms) != set(NAMES) or not all(room in range(1, 7) for room in rooms.values()):
            return 0.0
        for number, other in enumerate(self.guests):
            for one in self.guests[number + 1 :]:
                if rooms[one["who"]] == rooms[other["who"]] and self.overlap(one, other):
                    return 0.0
        return 1.0


class Listed(EndsOnly):
    schema: ClassVar[dict[str, Any]] = small_schema(rooms={"type": "array"})

    def paid(self, action: Message) -> float:
        return super().paid({"rooms": {item["who"]: item["room"] for item in action["rooms"]}})

    def oracle(self) -> Message:
        rooms = super().oracle()["rooms"]
        return {"rooms": [{"who": who, "room": room} for who, room in rooms.items()]}


class Talks(Env):
    """Give each talk a start; its duration is shown."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        starts={"type": "object", "additionalProperties": {"type": "integer"}}
    )
    told = "No two talks may overlap."
    limit = 1
    ends_only = False

    def begin(self) -> None:
        self.talks = [{"title": name, "minutes": self.rng.randint(1, 6)} for name in NAMES]

    def show(self) -> Message:
        return {"rules": self.told, "talks": self.talks}

    def paid(self, action: Message) -> float:
        starts = action["starts"]
        if set(starts) != set(NAMES) or min(starts.values()) < 0:
            return 0.0
        spans = [(starts[t["title"]], starts[t["title"]] + t["minutes"]) for t in self.talks]
        for number, (begin, end) in enumerate(spans):
            for first, last in spans[:number]:
                within = first <= begin < last or first < end <= last
                if within or (not self.ends_only and begin < last and first < end):
                    return 0.0
        return 1.0

    def oracle(self) -> Message:
        starts, at = {}, 0
        for talk in self.talks:
            starts[talk["title"]] = at
            at += talk["minutes"] + 6
        return {"starts": starts}


def test_a_start_within_another_item_is_tried() -> None:
    overlapping_items(small_context(Talks))
    with pytest.raises(PropertyViolated, match="share a place and are paid"):
        overlapping_items(small_context(type("Ends", (Talks,), {"ends_only": True})))


@pytest.mark.parametrize("broken", [EndsOnly, Listed])
def test_an_overlap_that_is_not_seen_is_reported(broken: type[Env]) -> None:
    overlapping_items(small_context(Rooms))
    with pytest.raises(PropertyViolated, match="share a place and are paid") as raised:
        overlapping_items(small_context(broken))
    assert raised.value.episode is not None


def test_rooms_for_two_are_no_defect() -> None:
    overlapping_items(small_context(type("Twin", (Rooms,), {"capacity": 2})))


def test_without_a_text_nothing_is_claimed() -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        overlapping_items(small_context(type("Untold", (EndsOnly,), {"told": "Give rooms."})))

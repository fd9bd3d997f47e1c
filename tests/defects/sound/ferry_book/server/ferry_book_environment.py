"""The booking desk."""

import uuid
from random import SystemRandom
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import FerryAction, FerryObservation, FerryState
    from ..sailings import SAILINGS, SPLITS, Book, Sailing, clock, draw_book, right_sailing
except ImportError:  # started inside the folder
    from models import FerryAction, FerryObservation, FerryState
    from sailings import SAILINGS, SPLITS, Book, Sailing, clock, draw_book, right_sailing

MAX_STEPS = 18


class FerryBookEnvironment(Environment[FerryAction, FerryObservation, FerryState]):
    """Book one sailing. `reset(seed=..., level=1..3, split="train"|"test")`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = FerryState()
        self._book: Book | None = None
        self._listed = False
        self._looked_up: list[Sailing] = []
        self._done = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        split: str = "train",
        **kwargs: Any,
    ) -> FerryObservation:
        """Open the book of another day; further options are ignored."""
        if level not in SAILINGS:
            raise ValueError(f"level must be one of {list(SAILINGS)}")
        if split not in SPLITS:
            raise ValueError(f"split must be one of {list(SPLITS)}")
        if seed is None:
            seed = SystemRandom().getrandbits(63)
        self._book = draw_book(seed, level, split)
        self._listed = False
        self._looked_up = []
        self._done = False
        self._state = FerryState(
            episode_id=episode_id or str(uuid.uuid4()), step_count=0, level=level, split=split
        )
        return self._observe("A party comes to the desk.")

    def step(
        self, action: FerryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> FerryObservation:
        """Use a tool."""
        action = FerryAction.model_validate(action.model_dump(warnings=False))
        if self._book is None:
            return FerryObservation(done=True, reward=0.0, message="Call reset first.")
        if self._done:
            return self._observe("The desk is closed.", reward=0.0)
        self._state.step_count += 1
        self._done = self._state.step_count >= MAX_STEPS
        if action.tool == "timetable":
            self._listed = True
            return self._observe(f"{len(self._book.sailings)} sailings.", reward=0.0)
        found = [each for each in self._book.sailings if each.id == action.sailing]
        if not found:
            return self._observe("There is no such sailing.", reward=0.0)
        if action.tool == "details":
            if found[0] not in self._looked_up:
                self._looked_up.append(found[0])
            return self._observe(f"Looked up {found[0].id}.", reward=0.0)
        self._done = True
        right = found[0].id == right_sailing(self._book)
        return self._observe(f"Booked {found[0].id}.", reward=float(right))

    @property
    def state(self) -> FerryState:
        return self._state.model_copy(deep=True)

    def _observe(self, message: str, reward: float | None = None) -> FerryObservation:
        assert self._book is not None
        party = self._book.party
        return FerryObservation(
            level=self._state.level,
            route=self._book.route.harbours,
            terms=self._book.route.terms(),
            party={
                "people": party.people,
                "vehicle_metres": party.vehicle_metres,
                "pets": party.pets,
                "at_quay": clock(party.at_quay),
                "arrive_by": clock(party.arrive_by),
            },
            timetable={each.id: clock(each.departs) for each in self._book.sailings}
            if self._listed
            else {},
            details=[_row(each) for each in self._looked_up],
            steps_left=MAX_STEPS - self._state.step_count,
            message=message,
            done=self._done,
            reward=reward,
        )


def _row(sailing: Sailing) -> dict[str, Any]:
    return {
        "sailing": sailing.id,
        "departs": clock(sailing.departs),
        "arrives": clock(sailing.arrives),
        "seats_free": sailing.seats_free,
        "metres_free": sailing.metres_free,
        "fare_head": sailing.fare_head,
        "fare_metre": sailing.fare_metre,
        "pets": sailing.pets,
    }

"""Deadlines in working days.

A paper that the registry gets at 16:30 or later counts as received on the next working day, and so
does one that it gets on a day that is no working day. A term of n working days ends on the n-th
working day after the day of receipt. Saturdays, Sundays and holidays are no working days.
"""

from __future__ import annotations

import random
import uuid
from datetime import date, datetime, time, timedelta
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import CourtAction, CourtObservation, CourtState
except ImportError:
    from models import CourtAction, CourtObservation, CourtState

TERMS = {"claim": 10, "appeal": 15, "motion": 5, "costs": 7}
OPENS, CUT_OFF, CLOSES = time(9), time(16, 30), time(19)
DAY = timedelta(days=1)
Paper = tuple[str, str, datetime]  # case, kind, moment


class CourtDatesEnvironment(Environment[CourtAction, CourtObservation, CourtState]):
    """One file of papers per episode; one step enters all dates."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = CourtState()
        self._papers: list[Paper] = []
        self._holidays: set[date] = set()
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> CourtObservation:
        """Bring a new file."""
        rng = random.Random() if seed is None else random.Random(f"court {seed}")
        self._papers, self._holidays = draw(rng)
        self._done = False
        self._state = CourtState(episode_id=episode_id or str(uuid.uuid4()))
        return self._file("")

    def step(
        self, action: CourtAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CourtObservation:
        """Compare the dates."""
        if self._done:
            return CourtObservation(done=True, reward=0.0, note="the file is closed")
        right = {
            case: deadline(moment, TERMS[kind], self._holidays).isoformat()
            for case, kind, moment in self._papers
        }
        self._done = True
        self._state.step_count += 1
        self._state.filed = len(action.due)
        return self._file("entered", float(action.due == right))

    @property
    def state(self) -> CourtState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _file(self, note: str, reward: float | None = None) -> CourtObservation:
        return CourtObservation(
            papers=[
                {"case": case, "kind": kind, "received": f"{moment:%Y-%m-%d %H:%M}"}
                for case, kind, moment in self._papers
            ],
            terms=dict(TERMS),
            holidays=[day.isoformat() for day in sorted(self._holidays)],
            note=note,
            reward=reward,
            done=self._done,
        )


def working(day: date, holidays: set[date]) -> bool:
    """Whether the court works on a day."""
    return day.weekday() < 5 and day not in holidays


def late(moment: datetime) -> bool:
    """Whether a paper missed the cut-off of its day."""
    return moment.time() >= CUT_OFF


def receipt(moment: datetime, holidays: set[date]) -> date:
    """The working day on which a paper counts as received."""
    day = moment.date() + DAY * late(moment)
    while not working(day, holidays):
        day += DAY
    return day


def deadline(moment: datetime, term: int, holidays: set[date]) -> date:
    """The last day of a term."""
    day = receipt(moment, holidays)
    while term:
        day += DAY
        term -= working(day, holidays)
    return day


def draw(rng: random.Random) -> tuple[list[Paper], set[date]]:
    """Three papers and some holidays; at least one paper is late, and a holiday matters."""
    while True:
        first = date(rng.randint(2031, 2036), 1, 1) + DAY * rng.randrange(330)
        holidays = set(rng.sample([first + DAY * n for n in range(35)], 5))
        papers: list[Paper] = []
        numbers, kinds = rng.sample(range(100, 1000), 3), rng.sample(sorted(TERMS), 3)
        for number, kind in zip(numbers, kinds, strict=True):
            opened = datetime.combine(first + DAY * rng.randrange(10), OPENS)
            quarters = 4 * (CLOSES.hour - OPENS.hour)
            moment = opened + timedelta(minutes=15 * rng.randrange(quarters))
            papers.append((f"C{number}", kind, moment))
        plain = [deadline(moment, TERMS[kind], set()) for _, kind, moment in papers]
        exact = [deadline(moment, TERMS[kind], holidays) for _, kind, moment in papers]
        missed = [
            moment for _, _, moment in papers if late(moment) and working(moment.date(), holidays)
        ]
        if missed and plain != exact:
            return papers, holidays

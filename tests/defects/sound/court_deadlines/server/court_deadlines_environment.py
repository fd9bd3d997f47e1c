"""Find the last day for filing an appeal."""

import datetime as dt
import random
import secrets
import uuid

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import CaseNote, FilingDate
except ImportError:
    from models import CaseNote, FilingDate

ATTEMPTS = 4
ATTEMPT_REWARDS = (1.0, 0.6, 0.4, 0.2)
FIRST_DAY = dt.date(2021, 1, 4)
SPAN_DAYS = 2000
ONE_DAY = dt.timedelta(days=1)


def is_working_day(day: dt.date, holidays: set[dt.date]) -> bool:
    """Whether the court works: Monday to Friday, without holidays."""
    return day.weekday() < 5 and day not in holidays


def deadline(served: dt.date, days: int, counting: str, holidays: set[dt.date]) -> dt.date:
    """The last day of a period; the day of the service is not counted."""
    day, left = served, days
    while left:
        day += ONE_DAY
        if counting == "calendar" or is_working_day(day, holidays):
            left -= 1
    while not is_working_day(day, holidays):
        day += ONE_DAY
    return day


class CourtDeadlinesEnvironment(Environment[FilingDate, CaseNote, State]):
    """Deadlines at court."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._served: dt.date | None = None
        self._days = 0
        self._counting = ""
        self._holidays: set[dt.date] = set()
        self._done = True
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: object
    ) -> CaseNote:
        """Draw a case."""
        rng = random.Random(secrets.randbits(32) if seed is None else seed)
        self._served = FIRST_DAY + dt.timedelta(days=rng.randrange(SPAN_DAYS))
        self._counting = rng.choice(("calendar", "court"))
        self._days = rng.choice((7, 10, 14, 21, 30) if self._counting == "calendar" else (5, 8, 10))
        near = [self._served + dt.timedelta(days=offset) for offset in range(1, 41)]
        self._holidays = set(rng.sample(near, 6))
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe("")

    def step(
        self, action: FilingDate, timeout_s: float | None = None, **kwargs: object
    ) -> CaseNote:
        """Compare a date with the deadline."""
        if self._served is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return self._observe("the case is closed: call reset()", reward=0.0)
        attempt = self._state.step_count
        self._state.step_count += 1
        right = deadline(self._served, self._days, self._counting, self._holidays)
        reward = 0.0
        try:
            date = dt.date.fromisoformat(action.date.strip())
        except ValueError:
            message = "not a date: write YYYY-MM-DD"
        else:
            if date == right:
                message, reward = "right", ATTEMPT_REWARDS[attempt]
                self._done = True
            else:
                message = "too early" if date < right else "too late"
        if self._state.step_count >= ATTEMPTS:
            self._done = True
        return self._observe(message, reward=reward)

    def _observe(self, message: str, reward: float | None = None) -> CaseNote:
        served = self._served
        return CaseNote(
            served=served.isoformat() if served else "",
            weekday=served.strftime("%A") if served else "",
            days=self._days,
            counting=self._counting,
            holidays=[day.isoformat() for day in sorted(self._holidays)],
            attempts_left=ATTEMPTS - self._state.step_count,
            message=message,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()

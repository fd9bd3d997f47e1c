"""One ledger per episode, graded line by line."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..ledger import REPEATS, SALES, Sale, draw_sales, export, grade
    from ..models import CleanAction, LedgerObservation
except ImportError:
    from ledger import REPEATS, SALES, Sale, draw_sales, export, grade
    from models import CleanAction, LedgerObservation

INSTRUCTIONS = (
    "Return the CSV with the header customer,date,amount; one line per sale in the order of the "
    "export, without blank or repeated lines; names with single spaces and capitalised words; ISO "
    "dates; amounts with two decimals and no currency or thousands separators."
)


class CsvCleaningEnvironment(Environment[CleanAction, LedgerObservation, State]):
    """Clean one exported ledger."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._sales: list[Sale] = []
        self._export = ""
        self._open = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> LedgerObservation:
        level = 1 if level is None else level
        if level not in SALES:
            raise ValueError(f"level must be one of {sorted(SALES)}, not {level!r}")
        rng = random.Random(f"ledger {seed} {level}") if seed is not None else random.Random()
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._sales = draw_sales(rng, SALES[level])
        self._export = export(rng, self._sales, REPEATS[level])
        self._open = True
        return LedgerObservation(export=self._export, instructions=INSTRUCTIONS)

    def step(
        self, action: CleanAction, timeout_s: float | None = None, **kwargs: Any
    ) -> LedgerObservation:
        if not self._open:
            return LedgerObservation(done=True, reward=0.0, message="no open ledger: call reset()")
        self._open = False
        self._state.step_count += 1
        share = grade(action.csv, self._sales)
        return LedgerObservation(
            export=self._export,
            instructions=INSTRUCTIONS,
            message=f"{share:.0%} of the lines are right",
            done=True,
            reward=share,
        )

    @property
    def state(self) -> State:
        return self._state.model_copy()

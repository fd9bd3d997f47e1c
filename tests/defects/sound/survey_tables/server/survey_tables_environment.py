"""Type off a handwritten survey as JSON."""

from __future__ import annotations

import json
import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import SurveyTablesAction, SurveyTablesObservation, SurveyTablesState
    from ..pages import COLUMNS, write
except ImportError:
    from models import SurveyTablesAction, SurveyTablesObservation, SurveyTablesState
    from pages import COLUMNS, write


def read(text: str) -> list[Any]:
    """The rows of a transcript.

    Raises:
        ValueError: it is not a JSON list.
    """
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("not JSON") from error
    if not isinstance(rows, list):
        raise ValueError("not a list")
    return rows


def same(cell: Any, truth: Any) -> bool:
    """Whether a cell has the right type and value."""
    return type(cell) is type(truth) and cell == truth


def count_right(rows: list[Any], truth: list[dict[str, Any]]) -> int:
    """Cells that are right, row by row in the order of the page."""
    right = 0
    for row, true in zip(rows, truth, strict=False):
        if isinstance(row, dict) and set(row) == set(COLUMNS):
            right += sum(same(row[name], true[name]) for name in COLUMNS)
    return right


class SurveyTablesEnvironment(
    Environment[SurveyTablesAction, SurveyTablesObservation, SurveyTablesState]
):
    """One page, one transcript."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = SurveyTablesState()
        self._page = ""
        self._truth: list[dict[str, Any]] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 2,
        **kwargs: Any,
    ) -> SurveyTablesObservation:
        """Take a page.

        Raises:
            ValueError: the level is not 1, 2 or 3.
        """
        if level not in (1, 2, 3):
            raise ValueError(f"level must be 1, 2 or 3, not {level!r}")
        level = int(level)
        rng = random.Random() if seed is None else random.Random(f"page {level} {seed}")
        self._page, self._truth = write(rng, level)
        self._done = False
        self._state = SurveyTablesState(episode_id=episode_id or str(uuid.uuid4()), level=level)
        return SurveyTablesObservation(page=self._page, columns=list(COLUMNS))

    def step(
        self, action: SurveyTablesAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SurveyTablesObservation:
        """Mark the transcript."""
        if self._done:
            return SurveyTablesObservation(done=True, reward=0.0, problem="there is no open page")
        self._done = True
        self._state.step_count += 1
        problem, right, reward = "", 0, 0.0
        try:
            rows = read(action.json_text)
        except ValueError as error:
            problem = str(error)
        else:
            right = count_right(rows, self._truth)
            longest = max(len(rows), len(self._truth))
            reward = right / (longest * len(COLUMNS))
        return SurveyTablesObservation(
            page=self._page,
            columns=list(COLUMNS),
            problem=problem,
            cells_right=right,
            reward=reward,
            done=True,
        )

    @property
    def state(self) -> SurveyTablesState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

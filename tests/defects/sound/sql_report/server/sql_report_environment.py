"""The SQL report writer: look at a database with queries, then hand in one."""

import random
import sqlite3
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import SqlReportAction, SqlReportObservation
    from ..sales import SCHEMA, Question, fill, question
except ImportError:
    from models import SqlReportAction, SqlReportObservation
    from sales import SCHEMA, Question, fill, question

MAX_STEPS = 8
ROWS_SHOWN = 20
ROWS_MAX = 500
LEVELS = (1, 2, 3)
_BANNED_FUNCTIONS = {
    *("random", "randomblob", "zeroblob", "load_extension", "sqlite_version", "sqlite_source_id"),
    *("date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff"),
    *(
        "current_date",
        "current_time",
        "current_timestamp",
        "changes",
        "total_changes",
        "last_insert_rowid",
    ),
}
_BANNED_ACTIONS = {
    sqlite3.SQLITE_ATTACH,
    sqlite3.SQLITE_DETACH,
    sqlite3.SQLITE_PRAGMA,
    sqlite3.SQLITE_TRANSACTION,
}


def _authorize(action: int, first: str | None, second: str | None, *_: Any) -> int:
    """No other files, no settings, nothing that differs from run to run."""
    if action in _BANNED_ACTIONS:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _BANNED_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


class SqlReportEnvironment(Environment[SqlReportAction, SqlReportObservation, State]):
    """One database and one question per episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid.uuid4()), step_count=0)
        self._db: sqlite3.Connection | None = None
        self._question: Question | None = None
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, level: int = 1, **kwargs: Any
    ) -> SqlReportObservation:
        if level not in LEVELS:
            raise ValueError(f"level must be one of {LEVELS}")
        rng = random.Random(f"sql {seed} {level}") if seed is not None else random.Random()
        self.close()
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._db.executescript(SCHEMA)
        for statement, values in fill(rng):
            self._db.execute(statement, values)
        self._db.execute("PRAGMA query_only = ON")
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
        self._db.set_authorizer(_authorize)
        self._question = question(rng, level)
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        self._done = False
        return self._observe()

    def step(
        self, action: SqlReportAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SqlReportObservation:
        if self._done or self._question is None:
            return self._observe(error="no episode is running: call reset", done=True, reward=0.0)
        self._state.step_count += 1
        columns, rows, error = self._run(action.sql)
        if action.kind == "report":
            self._done = True
            right = not error and rows == self._run(self._question.sql)[1]
            return self._observe(columns, rows, error, done=True, reward=1.0 if right else 0.0)
        self._done = self._state.step_count >= MAX_STEPS
        return self._observe(columns, rows, error, done=self._done, reward=0.0)

    @property
    def state(self) -> State:
        return self._state.model_copy()

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _run(self, sql: str) -> tuple[list[str], list[list], str]:
        """Columns, rows and error of one statement, which may only read."""
        assert self._db is not None
        if not sql.lstrip().lower().startswith(("select", "with")):
            return [], [], "only SELECT statements may be run"
        work = [0]

        def tick() -> int:
            work[0] += 1
            return work[0] > 200

        self._db.set_progress_handler(tick, 1000)
        try:
            cursor = self._db.execute(sql)
            rows = [list(row) for row in cursor.fetchmany(ROWS_MAX + 1)]
            columns = [item[0][:80] for item in cursor.description or ()]
            cursor.close()
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as problem:
            return [], [], str(problem)[:200]
        if len(rows) > ROWS_MAX:
            return [], [], f"more than {ROWS_MAX} rows"
        if any(not isinstance(cell, (int, float, str, type(None))) for row in rows for cell in row):
            return [], [], "a result must not hold blobs"
        if any(isinstance(cell, float) and cell - cell != 0 for row in rows for cell in row):
            return [], [], "a result must not hold infinite numbers"
        return columns, rows, ""

    def _observe(
        self,
        columns: Any = (),
        rows: Any = (),
        error: str = "",
        done: bool = False,
        reward: float | None = None,
    ) -> SqlReportObservation:
        shown = [
            [cell[:200] if isinstance(cell, str) else cell for cell in row]
            for row in rows[:ROWS_SHOWN]
        ]
        return SqlReportObservation(
            question=self._question.text if self._question else "",
            tables=SCHEMA,
            columns=list(columns),
            rows=shown,
            error=error,
            queries_left=0 if done else MAX_STEPS - self._state.step_count,
            done=done,
            reward=reward,
        )

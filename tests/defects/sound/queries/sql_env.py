"""Answer a question about a small shop database with one SQL query; three tries."""

import random
import sqlite3
from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

NAMES = ["ada", "bo", "cy", "dee", "eli", "fay"]
QUESTIONS = [
    ("How many orders cost more than {n}?", "SELECT COUNT(*) FROM orders WHERE price > {n}"),
    ("What did {name} pay in total?", "SELECT SUM(price) FROM orders WHERE customer = '{name}'"),
    (
        "List the ids of the orders of {name}, lowest first.",
        "SELECT id FROM orders WHERE customer = '{name}' ORDER BY id",
    ),
    (
        "Which customer paid most for one order?",
        "SELECT customer FROM orders ORDER BY price DESC, id LIMIT 1",
    ),
]
MAX_TRIES = 3


class SqlAction(Action):
    """One query."""

    query: str = Field(description="one SELECT statement", max_length=2000)


class SqlObservation(Observation):
    """The question and what the last query gave."""

    question: str = ""
    db_schema: str = ""
    rows: list[list[str]] = Field(default_factory=list)
    error: str = ""
    tries_left: int = 0


class SqlState(State):
    """The question."""

    question: str = ""


def _guard(operation: int, *rest: Any) -> int:
    """Reading only."""
    return (
        sqlite3.SQLITE_OK
        if operation in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
        else sqlite3.SQLITE_DENY
    )


class SqlEnvironment(Environment[SqlAction, SqlObservation, SqlState]):
    """Only reading is allowed, and only so long."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._db: sqlite3.Connection | None = None
        self._state = SqlState()
        self._done = False

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> SqlObservation:
        """Fill a shop and ask about it."""
        rng = random.Random(seed)
        self.close()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, price INTEGER)"
        )
        names = rng.sample(NAMES, 4)
        prices = rng.sample(range(1, 100), 12)
        self._db.executemany(
            "INSERT INTO orders VALUES (?, ?, ?)",
            [(i + 1, rng.choice(names) if i >= 4 else names[i], p) for i, p in enumerate(prices)],
        )
        text, sql = rng.choice(QUESTIONS)
        fill = {"n": rng.randint(20, 80), "name": rng.choice(names)}
        self._question = text.format(**fill)
        self._sql = sql.format(**fill)
        self._answer = self._db.execute(self._sql).fetchall()
        self._db.commit()
        self._db.set_authorizer(_guard)
        self._tries = MAX_TRIES
        self._done = False
        self._state = SqlState(episode_id=episode_id or str(uuid4()), question=self._question)
        return self._see(0.0)

    def step(
        self, action: SqlAction, timeout_s: float | None = None, **kwargs: Any
    ) -> SqlObservation:
        """Run the query; it is right if it gives the rows that the reference gives."""
        if self._db is None:
            raise RuntimeError("call reset() first")
        if self._done:
            return self._see(0.0)
        self._state.step_count += 1
        self._tries -= 1
        budget = [20000]

        def tick() -> bool:
            budget[0] -= 1
            return budget[0] < 0

        self._db.set_progress_handler(tick, 100)
        try:
            rows = self._db.execute(action.query).fetchmany(50)
            error = ""
        except (sqlite3.Error, sqlite3.Warning, ValueError, UnicodeError, OverflowError) as e:
            rows, error = None, f"{type(e).__name__}: the query failed"
        right = rows is not None and rows == self._answer
        self._done = right or self._tries == 0
        return self._see(1.0 if right else 0.0, rows or [], error)

    def _see(self, reward: float, rows: Any = (), error: str = "") -> SqlObservation:
        return SqlObservation(
            question=self._question,
            db_schema="orders(id, customer, price)",
            rows=[[str(v)[:100] for v in row] for row in rows],
            error=error,
            tries_left=self._tries,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> SqlState:
        """A copy."""
        return self._state.model_copy()

    def close(self) -> None:
        """Let go of the database."""
        if self._db is not None:
            self._db.close()
            self._db = None


app = create_fastapi_app(SqlEnvironment, SqlAction, SqlObservation)

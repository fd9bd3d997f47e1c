"""Answer questions about a small shop's books with SQL or a number, as many authors build it."""

import random
import sqlite3
from typing import Any, Literal
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

GOODS = ("tea", "salt", "rope", "soap", "wax", "ink")
LIMIT = 6


class DealerAction(Action):
    """Look into the books, or answer and be done."""

    kind: Literal["query", "answer"] = Field(description="look, or answer")
    sql: str = Field(default="", max_length=500, description="a SELECT on sales(item, city, price)")
    value: float | None = Field(default=None, description="the answer, in cents")
    confidence: float = Field(default=1.0, ge=0, le=1, description="for the log only")


class DealerObservation(Observation):
    """The question, and what the last query gave."""

    question: str = ""
    rows: list[list[Any]] = Field(default_factory=list)
    message: str = ""


def _only_reads(kind: int, *_: str | None) -> int:
    """Allow what a query that reads needs; so neither files nor settings can be reached."""
    reads = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
    return sqlite3.SQLITE_OK if kind in reads else sqlite3.SQLITE_DENY


def rows_of(books: list[tuple[str, str, int]], sql: str) -> list[list[Any]]:
    """What a read-only query gives; at most twenty rows, and no more than a little work."""
    with sqlite3.connect(":memory:") as db:
        db.execute("create table sales(item text, city text, price int)")
        db.executemany("insert into sales values (?, ?, ?)", books)
        db.commit()
        db.set_authorizer(_only_reads)
        db.set_progress_handler(lambda: 1, 200_000)
        found = db.execute(sql).fetchmany(20)
    db.close()
    return [[cell if isinstance(cell, int) else str(cell)[:200] for cell in row] for row in found]


class DealerEnvironment(Environment[DealerAction, DealerObservation, State]):
    """The first useful query pays a tenth, the right sum the rest."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._books: list[tuple[str, str, int]] = []
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> DealerObservation:
        """Fill the books."""
        rng = random.Random(seed)
        cities = ("York", "Hull", "Bath")
        self._books = [
            (rng.choice(GOODS), rng.choice(cities), rng.randint(100, 999)) for _ in range(30)
        ]
        self._item = rng.choice(self._books)[0]
        self._answer = sum(price for item, _, price in self._books if item == self._item)
        self._looked = self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._observe("", None)

    def step(
        self, action: DealerAction, timeout_s: float | None = None, **options: Any
    ) -> DealerObservation:
        """Run a query or grade an answer."""
        if not self._books:
            raise RuntimeError("there is no episode: call reset() before step()")
        if self._over:
            return self._observe("The question is answered: call reset().", 0.0)
        self._state.step_count += 1
        self._over = action.kind == "answer" or self._state.step_count >= LIMIT
        if action.kind == "answer":
            right = action.value is not None and abs(action.value - self._answer) < 0.5
            return self._observe("Right." if right else "Wrong.", 0.9 if right else 0.0)
        try:
            rows = rows_of(self._books, action.sql)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
            return self._observe(f"That does not work: {type(error).__name__}.", 0.0)
        useful = not self._looked and any(self._item in row or self._answer in row for row in rows)
        self._looked = self._looked or useful
        return self._observe(f"{len(rows)} rows.", 0.1 if useful else 0.0, rows)

    def _observe(
        self, message: str, reward: float | None, rows: list[list[Any]] | None = None
    ) -> DealerObservation:
        return DealerObservation(
            question=f"What did all sales of {self._item} bring?",
            rows=rows or [],
            message=message,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()

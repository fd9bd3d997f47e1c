"""Episodes of Schema Fix."""

from __future__ import annotations

import copy
import json
import random
import uuid
from typing import Any

from openenv.core.env_server import Environment, State

from ..models import RepairAction, RepairObservation
from ..records import SCHEMAS, break_record, random_record
from ..validator import problems

ATTEMPTS = 3
LEVELS = (1, 2, 3)
PAY = (1.0, 0.7, 0.4)


class SchemaFixEnvironment(Environment[RepairAction, RepairObservation, State]):
    """Repair a JSON document."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._kind: str | None = None
        self._record: dict[str, Any] = {}
        self._broken = ""
        self._done = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        kind: str | None = None,
        **kwargs: Any,
    ) -> RepairObservation:
        """Draw a record and break it."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {LEVELS}")
        if kind is not None and kind not in SCHEMAS:
            raise ValueError(f"kind must be one of {sorted(SCHEMAS)}")
        rng = random.Random(seed)
        self._kind = kind or rng.choice(sorted(SCHEMAS))
        self._record = random_record(self._kind, rng)
        self._broken = json.dumps(break_record(self._kind, self._record, level, rng))
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe(problems(json.loads(self._broken), SCHEMAS[self._kind]))

    def step(
        self, action: RepairAction, timeout_s: float | None = None, **kwargs: Any
    ) -> RepairObservation:
        """Grade one attempt."""
        if self._kind is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return self._observe([], reward=0.0)
        attempt = self._state.step_count
        self._state.step_count += 1
        found = self._check(action.document)
        repaired = not found
        self._done = repaired or self._state.step_count >= ATTEMPTS
        return self._observe(found, reward=PAY[attempt] if repaired else 0.0)

    def _check(self, text: str) -> list[str]:
        """What is wrong with an attempt; empty if it repairs the document."""
        assert self._kind is not None
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            return ["this is not JSON"]
        found = problems(document, SCHEMAS[self._kind])
        if not found and not self._keeps_data(document):
            found = ["valid, but it does not carry the data of the broken document"]
        return found

    def _keeps_data(self, document: dict[str, Any]) -> bool:
        """Whether the values of the record survived."""
        return document == self._record

    def _observe(self, found: list[str], reward: float | None = None) -> RepairObservation:
        assert self._kind is not None
        return RepairObservation(
            document=self._broken,
            json_schema=copy.deepcopy(SCHEMAS[self._kind]),
            problems=found,
            attempts_left=ATTEMPTS - self._state.step_count,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """The public state."""
        return self._state.model_copy()

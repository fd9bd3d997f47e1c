"""The desk that takes patches."""

from __future__ import annotations

import json
import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..jobs import Job, job
    from ..models import JsonPatchDeskAction, JsonPatchDeskObservation, JsonPatchDeskState
    from ..patching import PatchError, parse, patched, same
except ImportError:
    from jobs import Job, job
    from models import JsonPatchDeskAction, JsonPatchDeskObservation, JsonPatchDeskState
    from patching import PatchError, parse, patched, same

TRIES = 3


class JsonPatchDeskEnvironment(
    Environment[JsonPatchDeskAction, JsonPatchDeskObservation, JsonPatchDeskState]
):
    """One document, one request, three tries."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._job: Job | None = None
        self._left = 0
        self._done = True
        self._state = JsonPatchDeskState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> JsonPatchDeskObservation:
        """Take the next request; the seed decides it."""
        rng = random.Random() if seed is None else random.Random(f"desk {seed}")
        self._job = job(rng)
        self._left = TRIES
        self._done = False
        self._state = JsonPatchDeskState(
            episode_id=episode_id or str(uuid.uuid4()), changes=len(self._job.request)
        )
        return self._observe("", None)

    def step(
        self, action: JsonPatchDeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> JsonPatchDeskObservation:
        """Try a patch on the document."""
        if self._done or self._job is None:
            return JsonPatchDeskObservation(done=True, reward=0.0, answer="closed")
        self._state.step_count += 1
        self._left -= 1
        reward = 0.0
        try:
            result = patched(self._job.document, parse(action.patch))
            reward = float(same(result, self._job.target))
            answer = "accepted" if reward else "applied, but this is not what was asked for"
        except PatchError as error:
            answer = str(error)
        self._done = reward > 0 or self._left == 0
        return self._observe(answer, reward)

    @property
    def state(self) -> JsonPatchDeskState:
        """A copy of the public state."""
        return self._state.model_copy()

    def _observe(self, answer: str, reward: float | None) -> JsonPatchDeskObservation:
        assert self._job is not None
        return JsonPatchDeskObservation(
            document=json.dumps(self._job.document, indent=1),
            request=list(self._job.request),
            tries_left=self._left,
            answer=answer,
            reward=reward,
            done=self._done,
        )

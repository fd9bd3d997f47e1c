"""Decode the messages of a club whose key turns with every message."""

from __future__ import annotations

import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..club import OPEN, SOLVED, WORDS, Meeting, meeting
    from ..models import CipherClubAction, CipherClubObservation, CipherClubState
except ImportError:
    from club import OPEN, SOLVED, WORDS, Meeting, meeting
    from models import CipherClubAction, CipherClubObservation, CipherClubState


class CipherClubEnvironment(Environment[CipherClubAction, CipherClubObservation, CipherClubState]):
    """One evening at the club."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = CipherClubState()
        self._meeting = Meeting((), ())
        self._number = 0
        self._right = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        **kwargs: Any,
    ) -> CipherClubObservation:
        """Go to a meeting."""
        split = "train" if split is None else split
        if split not in WORDS:
            raise ValueError(f"split must be one of {', '.join(WORDS)}, not {split!r}")
        self._meeting = meeting(split, seed)
        self._number = SOLVED
        self._right = 0
        self._done = False
        self._state = CipherClubState(
            episode_id=episode_id or str(uuid.uuid4()), split=split, number=SOLVED + 1
        )
        return self._observation("", None)

    def step(
        self, action: CipherClubAction, timeout_s: float | None = None, **kwargs: Any
    ) -> CipherClubObservation:
        """Hand in the plain text of the message."""
        if self._done:
            return self._observation("", 0.0)
        right = " ".join(action.text.lower().split()) == self._meeting.plain[self._number]
        self._right += right
        self._number += 1
        self._done = self._number == SOLVED + OPEN
        self._state.step_count += 1
        self._state.number = min(self._number + 1, SOLVED + OPEN)
        return self._observation("right" if right else "wrong", right / OPEN)

    @property
    def state(self) -> CipherClubState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, last: str, reward: float | None) -> CipherClubObservation:
        lines = [
            f"{k + 1}. {self._meeting.coded[k]} = {self._meeting.plain[k]}"
            for k in range(SOLVED if self._meeting.plain else 0)
        ]
        message = "" if self._done else self._meeting.coded[self._number]
        if message:
            lines.append(f"{self._number + 1}. {message} = ?")
        return CipherClubObservation(
            board="\n".join(lines),
            message=message,
            solved=self._right,
            last=last,
            reward=reward,
            done=self._done,
        )

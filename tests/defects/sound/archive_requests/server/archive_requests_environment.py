"""A reader asks for a document; find it in the catalogue, fetch it and hand it over."""

import copy
import random
import secrets
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..catalogue import CATALOGUE
    from ..models import DeskAction, DeskObservation, DeskState
except ImportError:
    from catalogue import CATALOGUE
    from models import DeskAction, DeskObservation, DeskState

MAX_COMMANDS = 12
MAX_HITS = 6
DESK_SIZE = 2
HELP = "commands: search WORD, fetch SIGNATURE, back SIGNATURE, hand SIGNATURE"


class ArchiveRequestsEnvironment(Environment[DeskAction, DeskObservation, DeskState]):
    """The desk of a reading room."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._records: list[dict[str, Any]] = []
        self._wanted: str | None = None
        self._request = ""
        self._done = False
        self._state = DeskState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> DeskObservation:
        """Open the desk for a new reader; every document is in the stacks."""
        rng = random.Random(secrets.randbits(32) if seed is None else seed)
        self._records = copy.deepcopy(CATALOGUE)
        record = rng.choice(self._records)
        self._wanted = record["signature"]
        self._request = self._phrase(record)
        self._done = False
        self._state = DeskState(
            episode_id=episode_id or str(uuid.uuid4()), step_count=0, request=self._request
        )
        return self._observe(HELP)

    def step(
        self, action: DeskAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DeskObservation:
        """Run one command."""
        if self._wanted is None:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return self._observe("the desk is closed: call reset()", reward=0.0)
        self._state.step_count += 1
        reward = 0.0
        verb, _, rest = action.command.strip().partition(" ")
        rest = rest.strip()
        if verb == "search":
            output = self._search(rest)
        elif verb in ("fetch", "back", "hand"):
            output, reward = self._move(verb, rest.upper())
        else:
            output = f"unknown command; {HELP}"
        if self._state.step_count >= MAX_COMMANDS:
            self._done = True
        return self._observe(output, reward=reward)

    def _search(self, word: str) -> str:
        """The records whose title, year or place contains a word."""
        if len(word) < 3:
            return "search for a word of at least three characters"
        hits = [
            item
            for item in self._records
            if word.lower() in f"{item['title']} {item['year']} {item['place']}".lower()
        ]
        if not hits:
            return "no record found"
        lines = [
            f"{item['signature']} {item['title']}, {item['place']} {item['year']} ({item['where']})"
            for item in hits[:MAX_HITS]
        ]
        if len(hits) > MAX_HITS:
            lines.append(f"... and {len(hits) - MAX_HITS} more")
        return "\n".join(lines)

    def _move(self, verb: str, signature: str) -> tuple[str, float]:
        """Fetch a document, put it back, or hand it to the reader; returns output and reward."""
        record = next((item for item in self._records if item["signature"] == signature), None)
        if record is None:
            return "there is no such signature", 0.0
        if verb == "fetch":
            if record["where"] != "stacks":
                return f"{signature} is not in the stacks", 0.0
            if len(self._on_desk()) >= DESK_SIZE:
                return f"the desk holds {DESK_SIZE} documents: put one back first", 0.0
            record["where"] = "desk"
            return f"{signature} lies on the desk", 0.0
        if record["where"] != "desk":
            return f"{signature} is not on the desk", 0.0
        if verb == "back":
            record["where"] = "stacks"
            return f"{signature} is back in the stacks", 0.0
        record["where"] = "reader"
        self._done = True
        right = signature == self._wanted
        return ("the reader thanks you" if right else "the reader shakes his head"), float(right)

    def _on_desk(self) -> list[str]:
        return [item["signature"] for item in self._records if item["where"] == "desk"]

    def _phrase(self, record: dict[str, Any]) -> str:
        title = record["title"][0].lower() + record["title"][1:]
        return f"I should like to see the {title}, {record['place']}, of {record['year']}."

    def _observe(self, output: str, reward: float | None = None) -> DeskObservation:
        return DeskObservation(
            request=self._request,
            output=output,
            on_desk=self._on_desk(),
            commands_left=MAX_COMMANDS - self._state.step_count,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> DeskState:
        """A copy of the public state."""
        return self._state.model_copy()

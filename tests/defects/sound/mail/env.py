"""Sort an inbox by typing commands, as at a terminal; graded when one says `quit`."""

import json
import random
from pathlib import Path
from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

MESSAGES = json.loads(Path(__file__).with_name("messages.json").read_text(encoding="utf-8"))
FOLDERS = ("bills", "work", "family", "junk")
HELP = "Commands: move NUMBER FOLDER, list, quit. Folders: " + ", ".join(FOLDERS) + "."
LIMIT = 12
COUNT = 4


class MailAction(Action):
    """A line typed."""

    command: str = Field(max_length=200, description="such as: move 2 bills")


class MailObservation(Observation):
    """What the terminal shows."""

    output: str = ""
    turns_left: int = 0


class MailEnvironment(Environment[MailAction, MailObservation, State]):
    """Four messages; all of them in the right folder is worth 1, each missing one a lot."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._messages: list[dict[str, str]] = []
        self._folders: dict[int, str] = {}
        self._over = False
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> MailObservation:
        """Fill the inbox."""
        rng = random.Random(seed)
        self._messages = rng.sample(MESSAGES, COUNT)
        self._folders = {}
        self._over = False
        self._state = State(episode_id=episode_id or str(uuid4()))
        return self._print(f"{HELP}\n{self._inbox()}", None)

    def step(
        self, action: MailAction, timeout_s: float | None = None, **options: Any
    ) -> MailObservation:
        """Obey one command."""
        if not self._messages:
            return MailObservation(output="error: no inbox, call reset()", reward=0.0, done=False)
        if self._over:
            return self._print("error: logged out, call reset()", 0.0)
        self._state.step_count += 1
        words = action.command.split()
        if words == ["quit"]:
            self._over = True
            return self._print("Goodbye.", self._grade())
        if self._state.step_count >= LIMIT:
            self._over = True
            return self._print("Timed out.", 0.0)
        if words == ["list"]:
            return self._print(self._inbox(), 0.0)
        if len(words) != 3 or words[0] != "move":
            return self._print(f"error: what?\n{HELP}", 0.0)
        if words[1] not in [str(number) for number in range(1, COUNT + 1)]:
            return self._print("error: there is no such message", 0.0)
        if words[2] not in FOLDERS:
            return self._print("error: there is no such folder", 0.0)
        self._folders[int(words[1])] = words[2]
        return self._print("moved", 0.0)

    def _grade(self) -> float:
        right = sum(
            self._folders.get(number) == message["folder"]
            for number, message in enumerate(self._messages, start=1)
        )
        return (right / COUNT) ** 3

    def _inbox(self) -> str:
        return "\n".join(
            f"{number}. [{self._folders.get(number, 'inbox')}] {message['subject']}"
            for number, message in enumerate(self._messages, start=1)
        )

    def _print(self, output: str, reward: float | None) -> MailObservation:
        return MailObservation(
            output=output,
            turns_left=LIMIT - self._state.step_count,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy()


app = create_app(
    MailEnvironment, MailAction, MailObservation, env_name="mail", max_concurrent_envs=4
)

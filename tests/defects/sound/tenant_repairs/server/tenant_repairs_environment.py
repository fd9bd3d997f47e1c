"""The repairs chat as an OpenEnv environment."""

import random
import uuid
from dataclasses import dataclass, field
from typing import Any

from openenv.core.env_server import Environment, State

try:
    from ..handbook import FAULTS, GENERAL, GREETINGS, LOST, Fault, answer, topic_of
    from ..models import ChatAction, ChatObservation, Message
except ImportError:  # started inside the folder, without the package
    from handbook import FAULTS, GENERAL, GREETINGS, LOST, Fault, answer, topic_of
    from models import ChatAction, ChatObservation, Message

PATIENCE = 6
MAX_STEPS = PATIENCE + 1
LEVELS = (1, 2)


@dataclass
class Chat:
    """A chat with one tenant."""

    fault: Fault
    reference: str
    rng: random.Random
    messages: list[Message] = field(default_factory=list)
    asked: int = 0
    done: bool = False

    @property
    def patience(self) -> int:
        """Messages that the tenant will still answer."""
        return PATIENCE - self.asked

    def say(self, text: str) -> None:
        """The desk writes, the tenant answers."""
        self.asked += 1
        topic = topic_of(text)
        reply = answer(self.fault, topic) if topic else self.rng.choice(LOST)
        self.messages.append(Message(by="desk", text=text))
        self.messages.append(Message(by="tenant", text=reply))


def open_chat(rng: random.Random, level: int) -> Chat:
    """A tenant with a random fault writes the first message."""
    fault = rng.choice(FAULTS)
    greeting = rng.choice(GREETINGS)
    reference = f"R-{rng.randrange(10_000, 100_000)}"
    chat = Chat(fault, reference, rng)
    complaint = fault.hint if level == 1 else GENERAL
    chat.messages.append(Message(by="tenant", text=f"{greeting} {complaint}"))
    return chat


class TenantRepairsEnvironment(Environment[ChatAction, ChatObservation, State]):
    """Find out what is broken, and send the right trade in time."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._chat: Chat | None = None
        self._state = State(episode_id=None, step_count=0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> ChatObservation:
        """Take the next chat."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {LEVELS}, not {level!r}")
        self._chat = open_chat(random.Random(seed), level)
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observation(None)

    def step(
        self, action: ChatAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ChatObservation:
        """Write a message, or send somebody."""
        chat = self._chat
        if chat is None:
            raise RuntimeError("call reset() before step()")
        if chat.done:
            return self._observation(0.0)
        self._state.step_count += 1
        if action.kind == "send":
            chat.done = True
            right = (action.trade, action.urgency) == (chat.fault.trade, chat.fault.urgency)
            return self._observation(float(right))
        if chat.patience == 0:
            chat.done = True
            return self._observation(0.0)
        chat.say(action.text)
        return self._observation(0.0)

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state.model_copy()

    def _observation(self, reward: float | None) -> ChatObservation:
        chat = self._chat
        return ChatObservation(
            reference=chat.reference,
            chat=[message.model_copy() for message in chat.messages],
            patience=chat.patience,
            done=chat.done,
            reward=reward,
        )

"""Episodes of an environment of verifiers 0.4: messages and replies, and rewards at the end."""

from __future__ import annotations

import asyncio
import logging
import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import verifiers.v1 as vf
from verifiers.v1.configs.agent import agent_config_fields
from verifiers.v1.env import Env
from verifiers.v1.episode import EnvInfo
from verifiers.v1.utils.loaders import env_config_type, environment_class

from hallmark_rl.sdk.adapters.chat_message import Message
from hallmark_rl.sdk.adapters.verifiers_rollout import (
    PlayedAgent,
    PlayedAgents,
    idle_loop,
    needs_of,
)
from hallmark_rl.sdk.adapters.verifiers_rows import LIMIT, row_of, use_packages

_SECONDS_TO_END = 5.0
"""What a cancelled episode may take to end."""


class NotPlayable(Exception):
    """One agent cannot play an environment of verifiers without a model; the text says why."""


@dataclass(frozen=True)
class Conversations:
    """An environment and the first of its tasks.

    Attributes:
        env: the environment, which all episodes of the process share, as in verifiers.
        tasks: its tasks.
        agent: the name of the agent that is played.
    """

    env: Env[Any]
    tasks: Sequence[Any]
    agent: str

    def rows(self) -> list[dict[str, Any]]:
        """Number, question and fields of each task as plain data."""
        return [row_of(index, task) for index, task in enumerate(self.tasks)]


def is_conversation(name: str) -> bool:
    """Whether a package exports an environment beside its task set.

    Raises:
        Exception: what the import of the package raises.
    """
    return environment_class(name) is not vf.SingleAgentEnv


def load_conversations(
    name: str, args: Mapping[str, Any], packages: Path | None = None
) -> Conversations:
    """The environment that a package exports, and its tasks.

    Args:
        name: the package.
        args: settings of the task set; `limit`: how many tasks are read (50).
        packages: a folder in which the package lies, None if it is installed.

    Raises:
        NotPlayable: it has several agents, or it needs a model, tools or a container.
        Exception: what the package raises.
    """
    logging.getLogger("verifiers").setLevel(logging.ERROR)
    use_packages(packages)
    env_class = environment_class(name)
    settings = {key: value for key, value in args.items() if key != "limit"}
    config = env_config_type(name).model_validate({"taskset": {"id": name, **settings}})
    env = env_class(config)
    agents = list(agent_config_fields(env.config))
    if len(agents) != 1:
        raise NotPlayable(f"it has the agents {', '.join(agents)}; only one can be played")
    for hook in ("start", "stop"):
        if getattr(env_class, hook) is not getattr(Env, hook):
            raise NotPlayable(f"its {hook}() manages resources that all episodes share")
    if type(env.taskset).toolsets(env.taskset.config):
        raise NotPlayable("its task set has tools, which run in processes of their own")
    tasks = list(env.taskset.take(args.get("limit", LIMIT)))
    for task in tasks[:1]:
        if needs := needs_of(task):
            raise NotPlayable(needs)
    return Conversations(env, tasks, agents[0])


@dataclass
class Scores:
    """What an episode earned.

    Attributes:
        columns: each reward with its weight, by name.
        weights: the weights.
    """

    columns: dict[str, float] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """The reward of the episode, as verifiers trains on it."""
        return sum(self.columns.values())

    def among(self, names: Sequence[str]) -> dict[str, float]:
        """The rewards of these names; one that was not given is 0.

        Raises:
            ValueError: another reward was given.
        """
        if other := sorted(set(self.columns) - set(names)):
            raise ValueError(f"the reward {other[0]} has no column: add one")
        return {name: self.columns.get(name, 0.0) for name in names}


class Conversation:
    """One episode: the environment's `run` stands still while the caller has not replied.

    Args:
        conversations: the environment.
        index: the number of the task.
        limit: the number of replies after which the rollout stops, as with `max_turns`.

    An exception of the environment is raised by `start` or `reply`.
    """

    def __init__(self, conversations: Conversations, index: int, limit: int) -> None:
        self.done = False
        self.scores = Scores()
        self.replies: list[str] = []
        self._made = partial(Conversation, conversations, index, limit)
        env, task, name = conversations.env, conversations.tasks[index], conversations.agent
        self._loop = idle_loop()
        self._turns = _Turns(self._loop)
        self._agent = PlayedAgent(getattr(env.config, name), self._turns.ask, limit)
        agents = PlayedAgents(name, self._agent)
        self._play = self._loop.create_task(_play(env, task, agents, self._agent))
        # What is called at the end must not refer to this object: it would never be freed.
        self._end = weakref.finalize(self, _end, self._loop, self._play)

    def start(self) -> list[Message]:
        """The first messages.

        Raises:
            RuntimeError: the environment ended before it asked for a reply.
        """
        shown = self._until_asked()
        if self.done:
            raise RuntimeError("the environment ended before the first reply")
        return shown

    def reply(self, content: str) -> list[Message]:
        """Send a reply; returns the messages that follow, none if the episode is over."""
        self.replies.append(content)
        self._turns.answer(content)
        return self._until_asked()

    def __deepcopy__(self, memo: dict[int, Any]) -> Conversation:
        """A conversation with the same replies: what `run` has on its stack cannot be copied."""
        copy = self._made()
        copy.start()
        for content in self.replies:
            copy.reply(content)
        return copy

    def _until_asked(self) -> list[Message]:
        """Run the environment until it asks for a reply or ends."""
        asked = self._turns.asked
        both = (self._play, asked)
        self._loop.run_until_complete(asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED))
        if asked.done():
            return [message_of(item) for item in asked.result()]
        self.done = True
        try:
            self._play.result()
        finally:
            self._end()
        (trace,) = self._agent.traces
        paid = {name: item for name, item in trace.rewards.items() if item is not None}
        self.scores = Scores(
            {name: item.value for name, item in paid.items()},
            {name: item.weight for name, item in paid.items()},
        )
        return []


class _Turns:
    """Hands messages from the environment to the caller, and replies back."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.asked: asyncio.Future[Sequence[Any]] = loop.create_future()
        self._replied: asyncio.Future[str] = loop.create_future()

    async def ask(self, messages: Sequence[Any]) -> str:
        self.asked.set_result(messages)
        return await self._replied

    def answer(self, content: str) -> None:
        loop, replied = self._replied.get_loop(), self._replied
        self.asked, self._replied = loop.create_future(), loop.create_future()
        replied.set_result(content)


async def _play(env: Env[Any], task: Any, agents: PlayedAgents, agent: PlayedAgent) -> None:
    """What verifiers does in an episode."""
    about = vf.TraceTask(type=type(task).__name__, data=task.data, key=task.key, hash=task.hash)
    episode = vf.Episode(env=EnvInfo(id=env.config.env_id), task=about)
    await env.setup(agents)
    await env.run(task, agents)
    if not agent.traces:
        raise RuntimeError("run() let no agent play")
    episode.traces.extend(agent.traces)
    await env.finalize(task, episode)


def _end(loop: asyncio.AbstractEventLoop, play: asyncio.Task[None]) -> None:
    """Close the loop; what waits for a reply is cancelled."""
    if asyncio._get_running_loop() is not None:  # this thread cannot run a second one
        thread = threading.Thread(target=_end, args=(loop, play))
        thread.start()
        thread.join()
        return
    if not play.done():
        play.cancel()
        loop.run_until_complete(asyncio.wait({play}, timeout=_SECONDS_TO_END))
    loop.close()


def message_of(message: Any) -> Message:
    """A message of verifiers as plain data: its text, and the addresses of its images."""
    if isinstance(message.content, str):
        return Message(role=message.role, content=message.content)
    texts, images = [], []
    for part in message.content or ():
        if part.type == "text":
            texts.append(part.text)
        elif part.type == "image_url":
            images.append(part.image_url.url)
    return Message(role=message.role, content="\n".join(texts), images=images)

"""The agent of an environment of verifiers 0.4, played by the caller: no harness, model or server.

`Env.run(task, agents)` gets an `Agents` object. `PlayedAgents` has its interface; each turn of an
interaction asks the caller for the reply.
"""

from __future__ import annotations

import asyncio
import inspect
import selectors
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import verifiers.v1 as vf
from verifiers.v1.agent import Interaction
from verifiers.v1.graph import MessageNode
from verifiers.v1.state import state_cls
from verifiers.v1.utils.decorators import discover_decorated, invoke

from hallmark_rl.sdk.adapters.verifiers_rows import needs_runtime

Ask = Callable[[Sequence[Any]], Awaitable[str]]
"""Gets the messages that are new, and returns the reply of the agent."""


class PlayedRollout:
    """What verifiers' `Interaction` needs of a rollout.

    Args:
        task: the task that is played.
        config: the configuration of the agent.
        ask: asks the caller for a reply.
        limit: the number of replies after which the rollout stops, as with `max_turns`.
    """

    def __init__(self, task: Any, config: Any, ask: Ask, limit: int) -> None:
        about = vf.TraceTask(type=type(task).__name__, data=task.data, key=task.key, hash=task.hash)
        self.trace = vf.Trace(
            task=about, state=state_cls(type(task))(), agent=vf.AgentInfo(config=config)
        )
        self.closed = False
        self._task = task
        self._ask = ask
        self._limit = min(limit, config.max_turns or limit)
        self._stops = task.hooks("stop")

    @property
    def ok(self) -> bool:
        """Whether nothing has stopped the rollout."""
        return self.trace.stop_condition is None

    async def open(self) -> None:
        """Run the task's own preparation."""
        await _hook(self._task, "setup", self.trace)

    async def step(self, messages: Sequence[Any] | None = None, *, on_input: Any = None) -> bool:
        """One reply to the messages, or to the prompt of the task; False if the rollout is over."""
        if self.closed or not self.ok:
            return False
        new = [*(self._opening() if not self.trace.nodes else ()), *(messages or ())]
        if await self._refused():
            return False
        for message in new:
            self._add(message, sampled=False)
        reply = vf.AssistantMessage(content=await self._ask(new))
        self._add(reply, sampled=True)
        return True

    async def close(self) -> Any:
        """Score the rollout once, as verifiers does at its end; returns the trace."""
        if not self.closed:
            self.closed = True
            await _hook(self._task, "finalize", self.trace)
            await self._task.score(self.trace)
            self.trace.is_completed = self.trace.ok = True
        return self.trace

    def _opening(self) -> Iterator[Any]:
        data = self._task.data
        if data.system_prompt is not None:
            yield vf.SystemMessage(content=data.system_prompt)
        if isinstance(data.prompt, str):
            yield vf.UserMessage(content=data.prompt)
        else:
            yield from data.prompt or ()

    def _add(self, message: Any, *, sampled: bool) -> None:
        parent = len(self.trace.nodes) - 1 if self.trace.nodes else None
        self.trace.nodes.append(MessageNode(parent=parent, message=message, sampled=sampled))

    async def _refused(self) -> bool:
        """Whether the limit or a `@vf.stop` of the task ends the rollout before the next reply."""
        if self.trace.num_turns >= self._limit:
            self.trace.stop("max_turns")
            return True
        for stop in self._stops:
            value = invoke(stop, {"trace": self.trace, vf.Trace: self.trace})
            if await value if inspect.isawaitable(value) else value:
                self.trace.stop(stop.__name__)
                return True
        return False


class PlayedAgent:
    """The one agent of an episode, with the interface of verifiers' `Agent`.

    Attributes:
        traces: the traces of its finished rollouts.
    """

    def __init__(self, config: Any, ask: Ask, limit: int) -> None:
        self.config = config
        self.trainable = True
        self.traces: list[Any] = []
        self._ask = ask
        self._limit = limit

    @asynccontextmanager
    async def interaction(self, task: Any, **options: Any) -> AsyncIterator[Interaction]:
        """An interaction in which the caller replies; it is scored when it is left.

        Raises:
            RuntimeError: the episode has had an interaction already.
        """
        if self.traces:
            raise RuntimeError("an episode with several rollouts cannot be played by one agent")
        rollout = PlayedRollout(task, self.config, self._ask, self._limit)
        self.traces.append(rollout.trace)
        await rollout.open()
        interaction = Interaction(rollout)
        yield interaction
        await interaction.close()

    async def run(self, task: Any, **options: Any) -> Any:
        """A rollout of one reply; returns its trace."""
        async with self.interaction(task) as interaction:
            await interaction.turn()
        return interaction.trace


class PlayedAgents:
    """The agents of an episode, by name; one of them is played."""

    def __init__(self, name: str, agent: PlayedAgent) -> None:
        self._agents: Mapping[str, PlayedAgent] = {name: agent}

    def __getattr__(self, name: str) -> PlayedAgent:
        agents = self.__dict__.get("_agents", {})
        if name not in agents:
            raise AttributeError(f"no agent {name!r}; there is {', '.join(agents)}")
        return agents[name]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[PlayedAgent]:
        return iter(self._agents.values())

    def __len__(self) -> int:
        return len(self._agents)


async def _hook(task: Any, name: str, trace: Any) -> None:
    """Call `setup` or `finalize` of a task, if it has one of its own."""
    if getattr(type(task), name) is not getattr(vf.Task, name):
        await invoke(getattr(task, name), {"trace": trace})


def needs_of(task: Any) -> str:
    """What a task needs that cannot be had without a model or container; empty if nothing."""
    if type(task).NEEDS_CONTAINER or task.data.image:
        return "its tasks need a container"
    if task.plugged_judges():
        return "its tasks are judged by a model"
    if discover_decorated(task, "intercept"):
        return "its tasks change requests of a model (@vf.intercept)"
    if task.toolsets(task.config):
        return "its tasks have tools, which run in processes of their own"
    own = [
        getattr(task, name)
        for name in ("setup", "finalize")
        if getattr(type(task), name) is not getattr(vf.Task, name)
    ]
    hooks = [*own, *task.hooks("reward"), *task.hooks("metric")]
    needing = [hook.__name__ for hook in hooks if needs_runtime(hook)]
    return f"{', '.join(needing)} runs programs" if needing else ""


def idle_loop() -> asyncio.AbstractEventLoop:
    """An event loop that holds no object of the kernel which a fork would share."""
    return asyncio.SelectorEventLoop(selectors.PollSelector())

"""Many sessions at a time on one server: what they are answered, how fast, and what is lost."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.client.server_address import ServerAddress

Choose = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""From an observation, as JSON, to an action, as JSON."""


@dataclass
class LoadResult:
    """What many sessions were answered.

    Attributes:
        episodes: how many ended, or took all the steps that they were allowed.
        errors: texts of what went wrong, with counts. Each costs the rest of its session.
        reply_seconds: the time of each reset and step.
        seconds: the time from the first connection to the last reply.
    """

    episodes: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    reply_seconds: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def percentile(self, percent: int) -> float:
        """A percentile of the time of one reply, in seconds; 0 if there was none."""
        if len(self.reply_seconds) < 2:
            return self.reply_seconds[0] if self.reply_seconds else 0.0
        return statistics.quantiles(self.reply_seconds, n=100)[percent - 1]


async def play_sessions(
    address: ServerAddress,
    sessions: int,
    episodes: int,
    choose: Choose,
    *,
    max_steps: int = 20,
    timeout: float = 60.0,
) -> LoadResult:
    """Play `episodes` episodes on each of `sessions` sessions, all at the same time.

    Args:
        choose: the policy.
        max_steps: an episode that does not end is left after so many steps.
        timeout: seconds that a connection and each reply may take.
    """
    result = LoadResult()
    opened = asyncio.Barrier(sessions)
    began = time.perf_counter()

    async def one(number: int) -> None:
        try:
            await _play_session(
                address, number, episodes, choose, max_steps, timeout, opened, result
            )
        except asyncio.BrokenBarrierError:
            result.errors["another session could not be opened"] += 1
        except Exception as error:
            await opened.abort()
            result.errors[f"{type(error).__name__}: {error}"[:200]] += 1

    await asyncio.gather(*(one(number) for number in range(sessions)))
    result.seconds = time.perf_counter() - began
    return result


async def _play_session(
    address: ServerAddress,
    number: int,
    episodes: int,
    choose: Choose,
    max_steps: int,
    timeout: float,
    opened: asyncio.Barrier,
    result: LoadResult,
) -> None:
    from websockets.asyncio.client import connect

    async def ask(message: dict[str, Any]) -> Mapping[str, Any]:
        began = time.perf_counter()
        async with asyncio.timeout(timeout):
            await socket.send(json.dumps(message))
            reply = json.loads(await socket.recv())
        result.reply_seconds.append(time.perf_counter() - began)
        if reply.get("type") != "observation":
            data = reply.get("data") or {}
            raise RuntimeError(f"{data.get('code')}: {data.get('message')}")
        return dict(reply["data"])

    async with connect(
        address.websocket,
        additional_headers=dict(address.headers),
        open_timeout=timeout,
        max_size=None,
    ) as socket:
        for episode in range(episodes):
            seed = number * 10_007 + episode
            data = await ask({"type": "reset", "data": {"seed": seed}})
            if episode == 0:
                async with asyncio.timeout(timeout):
                    await opened.wait()
            for _ in range(max_steps):
                if data.get("done"):
                    break
                action = dict(choose(data.get("observation") or {}))
                data = await ask({"type": "step", "data": action})
            result.episodes += 1
        await socket.send(json.dumps({"type": "close"}))

"""A deployed environment under load: many sessions, vanished clients, wrong and huge messages.

    python benchmarks/server_load.py [--env envs/wordle] [--sessions 1 32 256] [--episodes 8]

The server is the one of a staged folder (`python -m hallmark_rl.sdk.env_server`), without a
container. Clients and server share the machine. An episode is a reset and the environment's null
policy until the end; "lost" counts episodes that did not end. Times are those of one reply.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

# The repository stands before this folder, whose sandbox.py would hide the package.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from results import Figure, Plot, Results, Table, numbers, publish

from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.deploy.server_checks import local_server
from hallmark_rl.conformance.deploy.session_load import Choose, play_sessions
from hallmark_rl.conformance.deploy.try_staged import null_policy

RESET = json.dumps({"type": "reset", "data": {"seed": 0}})
IDLE_SECONDS = 5.0
HELD = 32
"""Places that badly behaved clients take."""
WRONG = (
    "not json",
    "{}",
    "[]",
    "null",
    '{"type": "reset", "data": 7}',
    '{"type": "step", "data": {"no such field": 1}}',
    '{"type": "step"}',
    '{"type": "explode"}',
    '{"type": "mcp", "data": {}}',
    '{"type": "reset", "data": {"seed": "' + "9" * 10_000 + '"}}',
    b"\x00\xff binary",
)


def memory_mb() -> float:
    """Resident memory of the server."""
    servers = [
        child
        for child in psutil.Process().children()
        if "hallmark_rl.sdk.env_server" in child.cmdline()
    ]
    return sum(float(child.memory_info().rss) for child in servers) / 1e6


async def open_session(address: ServerAddress) -> ClientConnection:
    """A session that was reset."""
    socket = await connect(address.websocket, max_size=None, open_timeout=60)
    await socket.send(RESET)
    reply = json.loads(await socket.recv())
    if reply["type"] != "observation":
        await socket.close()
        raise RuntimeError(str(reply["data"].get("code")))
    return socket


async def seconds_until_full(address: ServerAddress, limit: int) -> float:
    """Seconds until the server admits as many sessions as its limit allows."""
    began = time.monotonic()
    while True:
        opened = await asyncio.gather(
            *(open_session(address) for _ in range(limit)), return_exceptions=True
        )
        sockets = [item for item in opened if isinstance(item, ClientConnection)]
        for socket in sockets:
            await socket.close()
        if len(sockets) == limit:
            return time.monotonic() - began
        await asyncio.sleep(0.2)
        if time.monotonic() - began > 60:
            raise SystemExit(f"only {len(sockets)} of {limit} places came back")


async def abort_in_mid_episode(address: ServerAddress, limit: int) -> None:
    """Take every place, then lose all connections without a closing handshake."""
    sockets = [await open_session(address) for _ in range(limit)]
    for socket in sockets:
        socket.transport.abort()


async def fall_silent(address: ServerAddress, limit: int) -> None:
    """Take every place and say nothing more; the clients still answer pings."""
    sockets = [await open_session(address) for _ in range(limit)]
    for socket in sockets:
        with contextlib.suppress(ConnectionClosed):
            await socket.recv()


async def send_wrong_messages(address: ServerAddress, limit: int) -> None:
    """Each session sends each wrong message, as long as it is open."""

    async def one() -> None:
        for message in WRONG:
            socket = await open_session(address)
            with contextlib.suppress(ConnectionClosed):
                await socket.send(message)
                await socket.recv()
            await socket.close()

    await asyncio.gather(*(one() for _ in range(min(8, limit))))


async def send_huge_messages(address: ServerAddress, limit: int) -> None:
    """Eight messages of 100 MB at the same time, as raw frames that cost this process little."""
    host, port = address.http.removeprefix("http://").split(":")
    handshake = (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    frame = bytes([0x81, 0xFF]) + (100_000_000).to_bytes(8, "big") + bytes(4)

    async def one() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(handshake.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame)
        with contextlib.suppress(OSError):
            for _ in range(1000):
                writer.write(b"x" * 100_000)
                await writer.drain()
        writer.close()

    await asyncio.gather(*(one() for _ in range(min(8, limit))))


ATTACKS: dict[str, Callable[[ServerAddress, int], Awaitable[None]]] = {
    "connections lost in mid-episode": abort_in_mid_episode,
    f"silent clients (limit {IDLE_SECONDS:g} s)": fall_silent,
    "wrong messages": send_wrong_messages,
    "messages of 100 MB": send_huge_messages,
}


async def load(
    address: ServerAddress, counts: list[int], episodes: int, choose: Choose
) -> tuple[Table, dict[str, Figure], Plot]:
    """Sessions that play."""
    rows, figures = [], {}
    p50s, p99s = [], []
    for count in counts:
        rounds = max(episodes, episodes * 32 // count)
        result = await play_sessions(address, count, rounds, choose, timeout=120.0)
        lost = count * rounds - result.episodes
        rate = result.episodes / result.seconds
        p50_ms, p99_ms = result.percentile(50) * 1000, result.percentile(99) * 1000
        p50s.append((float(count), p50_ms))
        p99s.append((float(count), p99_ms))
        figures[f"{count} sessions, episodes/s"] = Figure(rate, "higher")
        rows.append(
            [
                str(count),
                f"{rate:.0f}",
                *numbers([p50_ms, p99_ms], 1),
                *numbers([memory_mb(), lost], 0),
            ]
        )
        print(f"  {count} sessions: {rate:.0f} episodes/s", file=sys.stderr, flush=True)
        for text, number in result.errors.most_common(3):
            print(f"  {number} x {text}", file=sys.stderr)
    columns = ["sessions", "episodes/s", "p50 ms", "p99 ms", "server memory MB", "lost"]
    plot = Plot(
        "Reply times of a served environment", "sessions", "ms", {"p50": p50s, "p99": p99s}, True
    )
    return Table(columns, rows), figures, plot


async def attacks(address: ServerAddress, episodes: int, choose: Choose) -> Table:
    """Clients that behave badly, beside four sessions that play."""
    rows = []
    for name, attack in ATTACKS.items():
        before = memory_mb()
        beside = asyncio.create_task(play_sessions(address, 4, 5 * episodes, choose, timeout=120.0))
        await attack(address, HELD)
        other = await beside
        seconds = await seconds_until_full(address, HELD + 4)
        lost = 4 * 5 * episodes - other.episodes
        rows.append([name, f"{seconds:.1f}", f"{before:.0f}, {memory_mb():.0f}", str(lost)])
        print(f"  {name}: done", file=sys.stderr, flush=True)
    columns = ["what", "places back after s", "memory before, after MB", "lost beside it"]
    return Table(columns, rows)


def measure(env: Path, sessions: list[int], episodes: int) -> Results:
    """Serve the environment twice, for the load and for the attacks."""
    choose = null_policy(env)
    os.environ |= {
        "HALLMARK_IDLE_SECONDS": "600",
        "HALLMARK_MAX_SESSIONS": str(max(sessions)),
    }
    with local_server(env) as address:
        table, figures, plot = asyncio.run(load(address, sessions, episodes, choose))
    os.environ |= {
        "HALLMARK_IDLE_SECONDS": str(IDLE_SECONDS),
        "HALLMARK_MAX_SESSIONS": str(HELD + 4),
    }
    with local_server(env) as address:
        bad = asyncio.run(attacks(address, episodes, choose))
    return Results([table, bad], figures, plots=[plot])


def main() -> None:
    """Measure, print, and write JSON on request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", type=Path, default=Path(sys.path[0]) / "envs" / "wordle")
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 32, 256])
    parser.add_argument("--episodes", type=int, default=8)
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    publish(measure(options.env, options.sessions, options.episodes), options.json)


if __name__ == "__main__":
    main()

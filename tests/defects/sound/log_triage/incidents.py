"""Generates incidents."""

from __future__ import annotations

import random

NAMES = (
    "auth",
    "billing",
    "cart",
    "catalog",
    "email",
    "gateway",
    "images",
    "ledger",
    "orders",
    "payments",
    "profile",
    "quota",
    "ratings",
    "search",
    "shipping",
    "tax",
)
CAUSES = {
    "disk": "ERROR write failed: no space left on device",
    "memory": "FATAL worker killed by the kernel, out of memory",
    "certificate": "ERROR handshake refused: certificate expired",
    "config": "FATAL cannot parse settings after deploy, unknown key",
}
NOISE = (
    "INFO request served in {n} ms",
    "WARN slow query, {n} ms",
    "ERROR lost a connection to cache; recovered after {n} ms",
    "INFO health check ok",
    "WARN retry {n} succeeded",
)


def stamp(second: int) -> str:
    """A time of day."""
    return f"03:{second // 60:02d}:{second % 60:02d}"


def incident(rng: random.Random) -> dict:
    """Service and cause to blame, the alert, and the log of every service."""
    names = rng.sample(NAMES, rng.randint(7, 9))
    chain = names[: rng.randint(3, 4)]
    cause = rng.choice(sorted(CAUSES))
    begin = rng.randint(600, 1200)
    logs = {}
    for name in names:
        rows = [
            (rng.randint(300, 1500), rng.choice(NOISE).format(n=rng.randint(2, 900)))
            for _ in range(6)
        ]
        if name in chain:
            depth = chain.index(name)
            text = f"ERROR no answer from {chain[depth - 1]}, giving up" if depth else CAUSES[cause]
            rows += [(begin + 20 * depth + 60 * k, text) for k in range(3)]
        logs[name] = [f"{stamp(second)} {name} {text}" for second, text in sorted(rows)]
    return {
        "service": chain[0],
        "cause": cause,
        "alert": f"{stamp(begin + 200)} customers see errors from {chain[-1]}",
        "services": sorted(names),
        "logs": logs,
    }

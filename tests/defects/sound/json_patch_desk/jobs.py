"""Documents and requests."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

try:
    from .patching import patched
except ImportError:
    from patching import patched

NAMES = ("Ada", "Bo", "Chidi", "Dana", "Eun", "Farid", "Gita", "Hana")
TAGS = ("blue", "canary", "edge", "legacy", "nightly", "public", "staging", "vip")
KINDS = ("owner", "flag", "port", "append", "drop", "limit")


@dataclass(frozen=True)
class Job:
    """A document, what is asked, and a patch that does it."""

    document: dict[str, Any]
    request: tuple[str, ...]
    solution: tuple[dict[str, Any], ...]

    @property
    def target(self) -> Any:
        """The document as it should become."""
        return patched(self.document, list(self.solution))


def job(rng: Random) -> Job:
    """A new job with one or two changes."""
    names = rng.sample(NAMES, 2)
    tags = rng.sample(TAGS, 5)
    port = rng.randint(1024, 9999)
    flag = rng.choice(("active", "archived", "verbose"))
    value = rng.randint(0, 1)
    retries = rng.randint(2, 9)
    document = {
        "owner": {"name": names[0], "team": rng.choice(("core", "web", "data"))},
        flag: value,
        "port": str(port),
        "tags": tags[:4],
        "limits": {"cpu": rng.randint(1, 8)},
    }
    drop = rng.randrange(4)
    options: dict[str, tuple[str, dict[str, Any]]] = {
        "owner": (
            f"The owner is now called {names[1]}.",
            {"op": "replace", "path": "/owner/name", "value": names[1]},
        ),
        "flag": (
            f"`{flag}` must be a boolean instead of a number: true for 1, false for 0.",
            {"op": "replace", "path": f"/{flag}", "value": bool(value)},
        ),
        "port": (
            "`port` must be a number instead of a string.",
            {"op": "replace", "path": "/port", "value": port},
        ),
        "append": (
            f"Put the tag {tags[4]} at the end of the tags.",
            {"op": "add", "path": "/tags/-", "value": tags[4]},
        ),
        "drop": (
            f"Remove the tag {tags[drop]}.",
            {"op": "remove", "path": f"/tags/{drop}"},
        ),
        "limit": (
            f"Allow {retries} `retries` in the limits (a number).",
            {"op": "add", "path": "/limits/retries", "value": retries},
        ),
    }
    chosen = [options[kind] for kind in rng.sample(KINDS, rng.randint(1, 2))]
    return Job(document, tuple(c[0] for c in chosen), tuple(c[1] for c in chosen))

"""The configuration file, as the text that the service reads, and the commands that edit it."""

from __future__ import annotations

import re
from random import Random

LOCKED = "licence"
DEFAULTS: dict[str, tuple[str, ...]] = {
    "server.port": ("8080", "9000", "443", "8443"),
    "server.host": ("0.0.0.0", "127.0.0.1", "::1"),
    "server.workers": ("2", "4", "8", "16"),
    "server.banner": ("welcome", "staff only", "under maintenance"),
    "log.level": ("debug", "info", "warning", "error"),
    "log.path": ("/var/log/app.log", "/tmp/app.log", "stdout"),
    "log.rotate": ("daily", "weekly", "never"),
    "cache.size_mb": ("64", "128", "256", "512"),
    "cache.ttl_s": ("30", "60", "300"),
    "cache.backend": ("memory", "redis"),
    "auth.mode": ("none", "basic", "oidc"),
    "auth.session_min": ("15", "30", "120"),
    "mail.sender": ("ops@example.org", "noreply@example.org"),
    "mail.retries": ("0", "3", "5"),
    "licence.owner": ("Harbour Office", "Town Library"),
    "licence.seats": ("10", "25", "50"),
}
CHANGES = {1: 2, 2: 4, 3: 6}
_SET = re.compile(r"set\s+([a-z]+\.[a-z_]+)\s+(\S.*)")
_UNSET = re.compile(r"unset\s+([a-z]+\.[a-z_]+)")
_SHOW = re.compile(r"show\s+([a-z]+)")

Wanted = dict[str, str | None]


def parse(text: str) -> dict[str, str]:
    """The keys and values of a file; of two lines for a key the later one counts."""
    values = {}
    for line in text.split("\n"):
        key, separator, value = line.partition(" = ")
        if separator:
            values[key.strip()] = value.strip()
    return values


def write(values: dict[str, str]) -> str:
    """The text of a file."""
    return "\n".join(f"{key} = {value}" for key, value in values.items())


def is_locked(key: str) -> bool:
    """Whether no command may change the key."""
    return key.partition(".")[0] == LOCKED


def run(text: str, command: str) -> tuple[str, str, bool]:
    """Carry out one command other than commit.

    Returns:
        The text of the file afterwards, what the command prints, and whether it was carried out.
    """
    command = command.strip()
    values = parse(text)
    if match := _SET.fullmatch(command):
        key, value = match.groups()
        if is_locked(key):
            return text, f"{key} is locked", False
        values[key] = value.strip()
        return write(values), f"{key} set", True
    if match := _UNSET.fullmatch(command):
        key = match[1]
        if is_locked(key):
            return text, f"{key} is locked", False
        if key not in values:
            return text, f"there is no {key}", False
        del values[key]
        return write(values), f"{key} removed", True
    if match := _SHOW.fullmatch(command):
        lines = [line for line in text.split("\n") if line.startswith(match[1] + ".")]
        return text, "\n".join(lines) or "no such section", bool(lines)
    return text, "usage: set KEY VALUE | unset KEY | show SECTION | commit", False


def new_request(rng: Random, level: int) -> tuple[str, Wanted]:
    """A file, and the values that a change request asks for (None: the key must go)."""
    values = {key: rng.choice(choices) for key, choices in DEFAULTS.items()}
    keys = rng.sample([key for key in DEFAULTS if not is_locked(key)], CHANGES[level])
    wanted: Wanted = {}
    for key in keys:
        others = [value for value in DEFAULTS[key] if value != values[key]]
        wanted[key] = None if rng.random() < 0.25 else rng.choice(others)
    return write(values), wanted


def describe(wanted: Wanted) -> list[str]:
    """The request, one sentence for each change."""
    return [
        f"{key} must be removed" if value is None else f"{key} must be {value}"
        for key, value in wanted.items()
    ]


def fulfilled(before: str, after: str, wanted: Wanted) -> bool:
    """Whether the file has the wanted values, and all its other values from before."""
    target = {key: value for key, value in parse(before).items() if key not in wanted}
    target |= {key: value for key, value in wanted.items() if value is not None}
    return parse(after) == target

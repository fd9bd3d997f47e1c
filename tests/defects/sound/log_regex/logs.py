"""Requests, and log lines that fulfil them or not."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SEVERITIES = ("DEBUG", "INFO", "WARN", "ERROR")
SERVICES = ("auth", "billing", "search", "mail", "cache")
CLASSES = (2, 4, 5)
CODES = {2: (200, 201, 204), 4: (400, 403, 404, 429), 5: (500, 502, 503)}
SHOWN, HIDDEN = 8, 24


@dataclass(frozen=True)
class Request:
    """Which lines are wanted; None stands for any."""

    severity: str
    service: str | None = None
    status_class: int | None = None

    def text(self) -> str:
        """The request in words."""
        parts = [f"severity {self.severity}"]
        if self.service:
            parts.append(f"service {self.service}")
        if self.status_class:
            parts.append(f"status {self.status_class}xx")
        return "Select the lines with " + ", ".join(parts) + "."


def requests() -> dict[int, list[Request]]:
    """Every request, by level."""
    return {
        1: [Request(severity) for severity in SEVERITIES],
        2: [Request(a, b) for a in SEVERITIES for b in SERVICES],
        3: [Request(a, b, c) for a in SEVERITIES for b in SERVICES for c in CLASSES],
    }


def _line(rng: Random, severity: str, service: str, status_class: int) -> str:
    clock = f"{rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}"
    status = rng.choice(CODES[status_class])
    return f"{clock} {severity} {service} user={rng.randrange(1000, 9999)} status={status}"


def _wanted(rng: Random, request: Request) -> str:
    service = request.service or rng.choice(SERVICES)
    return _line(rng, request.severity, service, request.status_class or rng.choice(CLASSES))


def _unwanted(rng: Random, request: Request) -> str:
    """A line that misses the request in exactly one respect."""
    severity = request.severity
    service = request.service or rng.choice(SERVICES)
    status_class = request.status_class or rng.choice(CLASSES)
    respects = ["severity"]
    respects += ["service"] if request.service else []
    respects += ["status"] if request.status_class else []
    respect = rng.choice(respects)
    if respect == "severity":
        severity = rng.choice([each for each in SEVERITIES if each != severity])
    elif respect == "service":
        service = rng.choice([each for each in SERVICES if each != service])
    else:
        status_class = rng.choice([each for each in CLASSES if each != status_class])
    return _line(rng, severity, service, status_class)


def draw_log(rng: Random, request: Request) -> list[tuple[str, bool]]:
    """`SHOWN + HIDDEN` different lines with their labels, alternately wanted and not."""
    lines: dict[str, bool] = {}
    while len(lines) < SHOWN + HIDDEN:
        wanted = len(lines) % 2 == 0
        line = _wanted(rng, request) if wanted else _unwanted(rng, request)
        lines.setdefault(line, wanted)
    return list(lines.items())

"""The services that are mocked, and calls of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

CHECKS, RECORDED = 6, 6
_RESOURCES = ("users", "orders", "rooms", "devices", "tickets", "books")
_TIERS = ("gold", "silver", "archived", "pilot", "shared", "frozen")


@dataclass(frozen=True)
class Call:
    """One request."""

    method: str
    path: str


@dataclass(frozen=True)
class Service:
    """How the real service behaves."""

    resource: str
    prefix: str
    last_id: int
    groups: tuple[tuple[int, str], ...]
    ordinary: str
    deletes: bool

    def answer(self, call: Call) -> tuple[int, str]:
        """Status and body for a call of an existing path."""
        number = int(call.path.rpartition("/")[2])
        if number > self.last_id:
            return 404, json.dumps({"error": "not found"})
        if call.method == "DELETE":
            return (204, "null") if self.deletes else (405, json.dumps({"error": "not allowed"}))
        group = next((name for k, name in self.groups if number % k == 0), self.ordinary)
        return 200, json.dumps({"id": number, "name": f"{self.prefix}-{number}", "tier": group})

    def description(self) -> str:
        lines = [
            (
                f"GET /{self.resource}/<id> answers 200 with id, name and tier; "
                f"the name is {self.prefix}-<id>."
            ),
            *(f"Ids divisible by {k} have the tier {name}." for k, name in self.groups),
            f"All other ids have the tier {self.ordinary}; an earlier sentence wins.",
            f"Ids above {self.last_id} answer 404 with error: not found, for every method.",
            "DELETE answers 204 with null."
            if self.deletes
            else "DELETE answers 405 with error: not allowed.",
        ]
        return "\n".join(lines)


def draw_service(rng: Random, level: int) -> Service:
    resource = rng.choice(_RESOURCES)
    names = rng.sample(_TIERS, 3)
    divisors = rng.sample([3, 4, 5, 7], level)
    return Service(
        resource,
        rng.choice(["item", "ref", resource[:-1]]),
        rng.randrange(60, 140),
        tuple(zip(divisors, names, strict=False)),
        names[2],
        level == 2,
    )


def draw_calls(service: Service, source: str, count: int) -> list[Call]:
    """Different calls, at least one of each group, one of a missing id and one DELETE."""
    rng = Random(f"calls {source}")
    first = service.groups[0][0]
    numbers = [first * rng.randrange(1, service.last_id // first)]
    numbers.append(service.last_id + rng.randrange(1, 60))
    if len(service.groups) == 2:
        second = service.groups[1][0]
        numbers.append(second * (first * rng.randrange(service.last_id // (first * second)) + 1))
    calls = [Call("GET", f"/{service.resource}/{number}") for number in numbers]
    calls.append(Call("DELETE", f"/{service.resource}/{rng.randrange(1, service.last_id)}"))
    while len(calls) < count:
        call = Call("GET", f"/{service.resource}/{rng.randrange(1, service.last_id + 1)}")
        if call not in calls:
            calls.append(call)
    return calls

"""Evidence from the author of API mock."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import MockAction, MockObservation, Rule

Policy = Callable[[Any, MockObservation], MockAction]

declared = {
    "max_steps": 3,
    "success_reward": 1.0,
    "levels": (1, 2),
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: MockObservation) -> MockAction:
    """Turn the sentences of the description into rules."""
    text = observation.description
    head = re.search(r"GET (/\w+/)<id>.*the name is (\w+)-<id>", text)
    last = re.search(r"Ids above (\d+) answer 404", text)
    ordinary = re.search(r"All other ids have the tier (\w+)", text)
    assert head
    assert last
    assert ordinary
    path = head[1] + "{id}"
    missing = {"path": path, "min_id": int(last[1]) + 1, "status": 404}
    missing["body"] = json.dumps({"error": "not found"})
    rules = [Rule(method=method, **missing) for method in ("GET", "DELETE")]
    if "DELETE answers 204" in text:
        rules.append(Rule(method="DELETE", path=path, status=204, body="null"))
    else:
        body = json.dumps({"error": "not allowed"})
        rules.append(Rule(method="DELETE", path=path, status=405, body=body))
    groups = re.findall(r"divisible by (\d+) have the tier (\w+)", text)
    for divisor, tier in [*groups, ("1", ordinary[1])]:
        body = f'{{"id": {{id}}, "name": "{head[2]}-{{id}}", "tier": "{tier}"}}'
        rules.append(Rule(path=path, divisible_by=int(divisor), body=body))
    return MockAction(rules=rules)


def null(env: Any, observation: MockObservation) -> MockAction:
    """A mock without rules."""
    return MockAction()


def actions() -> st.SearchStrategy[MockAction]:
    """Small mocks."""
    rule = st.builds(
        Rule,
        method=st.sampled_from(["GET", "DELETE", "PUT"]),
        path=st.sampled_from(["/users/{id}", "/orders/{id}", "/rooms/7", "{id}", ""]),
        divisible_by=st.integers(1, 9),
        status=st.sampled_from([200, 204, 404, 405]),
        body=st.sampled_from(["null", "{id}", '{"id": {id}}', "[", ""]),
    )
    return st.lists(rule, max_size=5).map(lambda rules: MockAction(rules=rules))


def invalid() -> list[MockAction]:
    """Mocks that cannot pass."""
    return [
        MockAction(),
        MockAction(rules=[Rule(path="")]),
        MockAction(rules=[Rule(path="{id}{id}", body="[" * 400)]),
        MockAction(rules=[Rule(method="GET", path="/nothing", status=599)] * 20),
    ]


def secrets(env: Any) -> list[str]:
    """No text is secret: a check may be a recorded call by chance."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Mocks that do not describe the service."""
    yield "always-404", lambda env, seen: _constant(seen, 404, '{"error": "not found"}')
    yield "always-null", lambda env, seen: _constant(seen, 200, "null")
    yield "claims", lambda env, seen: MockAction(metadata={"checks_passed": seen.checks})


def _constant(seen: MockObservation, status: int, body: str) -> MockAction:
    path = seen.recorded[0].path.rpartition("/")[0] + "/{id}"
    methods = ("GET", "DELETE")
    return MockAction(
        rules=[Rule(method=method, path=path, status=status, body=body) for method in methods]
    )

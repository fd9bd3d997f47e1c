"""Run a mock: rules, matching, and comparison with the service."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from .models import Rule
from .service import Call, Service


def matched_id(rule: Rule, call: Call) -> int | None:
    """The id if the rule matches the call (-1 without an id), else None."""
    if rule.method != call.method:
        return None
    if "{id}" not in rule.path:
        return -1 if rule.path == call.path else None
    start, _, end = rule.path.partition("{id}")
    found = re.fullmatch(re.escape(start) + r"(\d{1,6})" + re.escape(end), call.path)
    if found is None:
        return None
    number = int(found[1])
    inside = rule.min_id <= number <= rule.max_id
    return number if inside and number % rule.divisible_by == 0 else None


def respond(rules: Sequence[Rule], call: Call) -> tuple[int, str]:
    """The answer of the first rule that matches."""
    for rule in rules:
        number = matched_id(rule, call)
        if number is not None:
            return rule.status, rule.body.replace("{id}", str(number))
    return 500, "null"


def _parsed(body: str) -> Any:
    """The JSON value in a canonical text, so that 1, 1.0 and true differ; None if unreadable."""
    try:
        return json.dumps(json.loads(body), sort_keys=True)
    except (ValueError, RecursionError):
        return None


def passed(service: Service, rules: Sequence[Rule], calls: Sequence[Call]) -> int:
    """How many calls the mock answers like the service."""
    count = 0
    for call in calls:
        status, body = service.answer(call)
        mocked_status, mocked_body = respond(rules, call)
        count += status == mocked_status and _parsed(body) == _parsed(mocked_body)
    return count

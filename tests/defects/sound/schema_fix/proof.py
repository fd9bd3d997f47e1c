"""Evidence from the author: how a document is repaired, and what must earn nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import RepairAction, RepairObservation

Policy = Callable[[Any, RepairObservation], RepairAction]

declared = {
    "max_steps": 3,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
    "options": {"kind": ["invoice", "profile", "device"]},
}


def _mend(value: Any, spec: dict[str, Any]) -> Any:
    if "enum" in spec:
        return next(each for each in spec["enum"] if each.lower() == value.lower())
    if spec["type"] == "boolean" and isinstance(value, str):
        return value == "yes"
    if spec["type"] in ("integer", "number") and isinstance(value, str):
        return json.loads(value)
    if spec["type"] == "array" and isinstance(value, str):
        return [value]
    return value


def oracle(env: Any, observation: RepairObservation) -> RepairAction:
    """Repairs every document from the observation alone."""
    specs = observation.json_schema["properties"]
    broken = json.loads(observation.document)
    mended = {}
    for key, value in broken.items():
        name = key.replace("-", "_")
        mended[name] = _mend(value, specs[name])
    return RepairAction(document=json.dumps(mended))


def null(env: Any, observation: RepairObservation) -> RepairAction:
    """Sends nothing."""
    return RepairAction(document="")


def actions() -> st.SearchStrategy[RepairAction]:
    """Documents with some of the fields, and other text."""
    values = st.one_of(
        st.integers(0, 900), st.booleans(), st.sampled_from(["EUR", "eco", "admin", "x"])
    )
    names = st.sampled_from(
        ["invoice_no", "currency", "user_id", "role", "serial_no", "power_mode"]
    )
    documents = st.dictionaries(names, values, max_size=4).map(json.dumps)
    return st.one_of(documents, st.text(max_size=20)).map(lambda text: RepairAction(document=text))


def invalid() -> list[RepairAction]:
    """Texts that repair nothing."""
    return [
        RepairAction(document=text) for text in ("", "{", "[]", "null", "{}", "NaN", "[" * 3000)
    ]


def secrets(env: Any) -> list[str]:
    """The record, as it was before it was broken."""
    return [json.dumps(env._record)]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not repair anything."""
    yield "echo", lambda env, seen: RepairAction(document=seen.document)
    yield "empty object", lambda env, seen: RepairAction(document="{}")
    yield "schema", lambda env, seen: RepairAction(document=json.dumps(seen.json_schema))
    yield "claims", lambda env, seen: RepairAction(metadata={"problems": [], "reward": 1.0})

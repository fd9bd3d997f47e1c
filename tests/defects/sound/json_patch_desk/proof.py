"""Evidence of the author."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import JsonPatchDeskAction, JsonPatchDeskObservation

Policy = Callable[[Any, JsonPatchDeskObservation], JsonPatchDeskAction]

declared = {"max_steps": 3, "success_reward": 1.0, "options": {}}
_PATHS = ["/owner/name", "/tags/-", "/tags/1", "/port", "/limits/cpu", "/nowhere/x", ""]


def oracle(env: Any, observation: JsonPatchDeskObservation) -> JsonPatchDeskAction:
    """Sends the patch of the author."""
    return JsonPatchDeskAction(patch=json.dumps(env._job.solution))


def null(env: Any, observation: JsonPatchDeskObservation) -> JsonPatchDeskAction:
    """Sends nothing."""
    return JsonPatchDeskAction()


def actions() -> st.SearchStrategy[JsonPatchDeskAction]:
    """Patches of one operation."""
    operation = st.fixed_dictionaries(
        {
            "op": st.sampled_from(["add", "remove", "replace", "swap"]),
            "path": st.sampled_from(_PATHS),
            "value": st.sampled_from(["x", 3, None, [1]]),
        }
    )
    return st.builds(lambda o: JsonPatchDeskAction(patch=json.dumps([o])), operation)


def invalid() -> list[JsonPatchDeskAction]:
    """Patches that cannot be read or applied."""
    texts = ["", "{}", "[1]", '[{"op": "remove", "path": ""}]', '[{"op": "add", "path": "/x"}]']
    return [JsonPatchDeskAction(patch=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The patch of the author."""
    return [json.dumps(env._job.solution)]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Removes the document."""
    wipe = json.dumps(
        [{"op": "remove", "path": p} for p in ("/owner", "/port", "/tags", "/limits")]
    )
    yield "wipe", lambda env, seen: JsonPatchDeskAction(patch=wipe)
    yield "copy", lambda env, seen: JsonPatchDeskAction(patch=seen.document[:4000])

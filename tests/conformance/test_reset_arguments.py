"""Properties of episode ids where the state cannot be read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.properties.reset import reset_arguments


def test_ids_in_a_state_that_cannot_be_read_are_unproved() -> None:
    driver = SimpleNamespace(
        reset=lambda **_: Response({}),
        state=lambda: Response(None, "TypeError", "state() missing 1 required argument"),
        close=lambda: None,
    )
    context: Any = SimpleNamespace(
        new_driver=lambda: driver, survey=SimpleNamespace(accepts={"episode_id": True})
    )
    for check in (reset_arguments.episode_id_unique, reset_arguments.episode_id_echo):
        with pytest.raises(EvidenceMissing, match="cannot be read"):
            check(context)

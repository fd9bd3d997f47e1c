"""The flag for success in a message."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.survey.rollouts import read_success


@pytest.mark.parametrize(
    ("message", "success"),
    [
        ({"success": True, "won": False}, True),
        ({"won": True}, True),
        ({"success": None, "won": True}, None),
        ({"metadata": {"solved": False}}, False),
        ({"success": "yes"}, None),
        (None, None),
    ],
)
def test_the_first_flag_that_is_there_counts(message: Any, success: bool | None) -> None:
    """`won` beside an empty `success` says something else, such as that a bid was the highest."""
    assert read_success(message) is success

"""Hours of the clock that pass midnight are not an empty range."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.past_midnight import past_midnight
from tests.conformance.small_environment import small_context

_SOURCE = '''
import datetime
from tests.conformance.small_environment import Env, small_schema


class Bakery(Env):
    """Feed the dough."""

    schema = small_schema(hour={{"type": "integer", "minimum": 0, "maximum": 23}})
    limit = 1

    def begin(self):
        self.quiet = self.rng.choice([(22, 6), (23, 7), (1, 8)])

    def show(self):
        return {{"rules": "{told}", "quiet": list(self.quiet)}}

    def asleep(self, hour):
        start, end = self.quiet
{body}

    def paid(self, action):
        return float(not self.asleep(action["hour"]))

    def oracle(self):
        return {{"hour": 12}}
'''
_TOLD = "The baker sleeps at these hours."
_EMPTY = "        return start <= hour < end"


def _context(folder: Path, body: str, told: str = _TOLD) -> CheckContext:
    path = folder / "bakery.py"
    path.write_text(_SOURCE.format(body=body, told=told))
    spec = importlib.util.spec_from_file_location("bakery_of_test", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    context = small_context(module.Bakery)
    subject = replace(context.subject, root=folder)
    return CheckContext(subject, context.survey, PROFILES["default"])


@pytest.mark.parametrize(
    "body",
    [
        _EMPTY,
        "        if start <= hour < end:\n            return True\n        return False",
        "        return self.quiet[0] <= hour <= self.quiet[1] and start != 0",
        (
            "        start = datetime.time(start)\n        end = datetime.time(end)\n"
            "        at = datetime.time(hour)\n        return start <= at < end"
        ),
        (
            "        start, end = f'{start:02}:00', f'{end:02}:00'\n"
            "        return start <= f'{hour:02}:00' < end"
        ),
    ],
)
def test_a_range_that_is_empty_at_night_is_reported(tmp_path: Path, body: str) -> None:
    with pytest.raises(PropertyViolated, match="holds for nothing where the range is 2") as raised:
        past_midnight(_context(tmp_path, body))
    assert raised.value.episode is not None


@pytest.mark.parametrize(
    "body",
    [
        (
            "        if start <= end:\n            return start <= hour < end\n"
            "        return hour >= start or hour < end"
        ),
        "        return (hour - start) % 24 < (end - start) % 24 and start <= 24 <= end + 24",
        (
            "        end = end + 24 if end < start else end\n"
            "        return start <= hour < end or start <= hour + 24 < end"
        ),
    ],
)
def test_functions_that_look_at_the_bounds_are_right(tmp_path: Path, body: str) -> None:
    with pytest.raises(NotApplicable, match="compares nothing"):
        past_midnight(_context(tmp_path, body))


def test_bounds_in_order_are_right(tmp_path: Path) -> None:
    past_midnight(
        _context(tmp_path, "        start, end = 0, 8\n        return start <= hour < end")
    )


def test_without_a_text_nothing_is_claimed(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no text"):
        past_midnight(_context(tmp_path, _EMPTY, "The baker rests then."))

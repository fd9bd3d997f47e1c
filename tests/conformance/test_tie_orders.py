"""Of two equal things, the one comes first that a text says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.tie_orders import tie_orders
from tests.conformance.small_environment import Env, Message, small_context

EARLIER = "Among equal prices the earlier time comes first."


class Market(Env):
    """Orders to match."""

    def paid(self, action: Message) -> float:
        return 0.0

    def oracle(self) -> Message:
        return {}


def _context(folder: Path, text: str, line: str) -> CheckContext:
    (folder / "README.md").write_text(f"# Market\n\n{text}\n")
    (folder / "market.py").write_text(f"def best(orders):\n    return {line}\n")
    context = small_context(Market)
    subject = replace(context.subject, root=folder)
    return CheckContext(subject, context.survey, PROFILES["default"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (EARLIER, "sorted(orders, key=lambda o: (o.price, o.time), reverse=True)"),
        (EARLIER, "max(orders, key=lambda o: (o['price'], o['arrival_time']))"),
        (EARLIER, "sorted(orders, key=attrgetter('price', 'time'), reverse=True)"),
        ("Ties go to the lowest number.", "nlargest(3, orders, key=lambda o: (o.votes, o.number))"),
        (
            "Teams with equal points stand in alphabetical order.",
            "sorted(orders, key=lambda o: (o.points, o.name), reverse=True)",
        ),
        (
            "Those who are equal in both are ordered by name, in the order of the alphabet.",
            "sorted(orders, key=lambda o: (o.points, o.wins, o.name), reverse=True)",
        ),
    ],
)
def test_the_greatest_of_both_first_is_reported(tmp_path: Path, text: str, line: str) -> None:
    with pytest.raises(PropertyViolated, match=r"market\.py:2 puts the greatest of both first"):
        tie_orders(_context(tmp_path, text, line))


@pytest.mark.parametrize(
    "line",
    [
        "sorted(orders, key=lambda o: (-o.price, o.time))",
        "sorted(orders, key=lambda o: (o.price, -o.time), reverse=True)",
        "sorted(orders, key=lambda o: (o.price, o.time), reverse=False)",
        "sorted(orders, key=lambda o: (o.size, o.time), reverse=True)",
        "min(orders, key=lambda o: (o.price, o.time))",
    ],
)
def test_other_orders_are_no_failure(tmp_path: Path, line: str) -> None:
    tie_orders(_context(tmp_path, EARLIER, line))


@pytest.mark.parametrize("text", ["Among equal prices the latest comes first.", "The best wins."])
def test_other_texts_say_nothing_of_the_earlier_one(tmp_path: Path, text: str) -> None:
    line = "sorted(orders, key=lambda o: (o.price, o.time), reverse=True)"
    with pytest.raises(NotApplicable, match="no text says"):
        tie_orders(_context(tmp_path, text, line))


def test_code_that_orders_by_one_value_is_not_compared_with_the_text(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no key in the code"):
        tie_orders(
            _context(tmp_path, EARLIER, "sorted(orders, key=lambda o: o.price, reverse=True)")
        )

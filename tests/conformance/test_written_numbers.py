"""Numbers as they are written in answers, and which wrong ones must not be paid."""

from __future__ import annotations

from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.written_numbers import read_number


@pytest.mark.parametrize(
    ("value", "number", "decimals"),
    [
        (120, 120, 0),
        (12.5, 12.5, None),
        ("12.40", 12.4, 2),
        ("€ 120", 120, 0),
        ("36 kg", 36, 0),
        ("-7.5 %", -7.5, 1),
    ],
)
def test_a_number_is_read(value: Any, number: float, decimals: int | None) -> None:
    found = read_number(value)
    assert found is not None
    assert (found.value, found.decimals) == (number, decimals)
    assert found.written(found.value) == value


@pytest.mark.parametrize(
    "value", [True, 3, 0.5, "7", "0.4", "B", "12 of 40", "O2803", "1e999", "", None]
)
def test_choices_and_other_texts_are_no_amounts(value: Any) -> None:
    assert read_number(value) is None


def wrong(value: Any, *, is_money: bool = False) -> dict[str, Any]:
    number = read_number(value)
    assert number is not None
    return dict(number.wrong(is_money=is_money))


def test_a_whole_number_may_not_be_one_off() -> None:
    assert wrong(120)["1 more"] == 121
    assert wrong("120 kg")["1 less"] == "119 kg"


def test_a_decimal_number_may_be_rounded_to_a_whole_one() -> None:
    assert "3 % more" not in wrong(20.0)
    assert wrong(200.0)["3 % more"] == pytest.approx(206.0)


def test_only_money_is_exact() -> None:
    assert "0.25 more" not in wrong("12.40")
    assert wrong("12.40", is_money=True)["0.25 more"] == "12.65"


def test_a_share_may_be_written_as_percent() -> None:
    assert "100 times more" not in wrong(1.2)
    assert "100 times less" not in wrong(45.5)
    assert wrong("12.40")["100 times more"] == "1240.00"
    assert "100 times less" in wrong(450.5)

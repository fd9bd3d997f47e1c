"""Numbers in actions, also in texts such as `12.40` or `€ 7`, and wrong ones in their place."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_TEXT = re.compile(r"([^\w.,-]{0,3})(-?\d{1,15}(?:\.\d{1,12})?)(\s?[^\W\d]{0,10}|\s?[%€$£]?)")
_LEAST_WHOLE_NUMBER = 12
"""Smaller whole numbers are choices, not amounts."""
_LARGEST_FRACTION, _LARGEST_PERCENTAGE = 1.5, 100
"""A number up to these may be a share, which some graders read as percent as well."""
_CENTS = 2
_MONEY_OFF = 0.25


@dataclass(frozen=True)
class WrittenNumber:
    """A number and how it is written.

    Attributes:
        value: the number.
        decimals: digits after the point of a text; 0 for whole numbers; None for a float.
        around: what stands before and after it in a text; None if it is no text.
    """

    value: float
    decimals: int | None
    around: tuple[str, str] | None

    def written(self, value: float) -> Any:
        """Another number, written in the same way."""
        if self.around is None:
            return round(value) if self.decimals == 0 else value
        return f"{self.around[0]}{value:.{self.decimals}f}{self.around[1]}"

    def wrong(self, *, is_money: bool) -> Iterator[tuple[str, Any]]:
        """What is wrong, and the wrong number in the same form.

        A whole number is a count or an amount, and may not be one off. A decimal number may be
        rounded to a whole one, and 3 % are more than that; of money with cents 25 cents are.
        A power of ten is another unit; a tenth of a whole number is also its beginning.
        """
        value = self.value
        if self.decimals == 0:
            yield "1 more", self.written(value + 1)
            yield "1 less", self.written(value - 1)
            yield "10 times less", self.written(int(value / 10))
        else:
            for label, factor in (("3 % more", 1.03), ("3 % less", 0.97)):
                if abs(value * factor - value) > 1.0 + 1e-9:
                    yield label, self.written(value * factor)
        if is_money and self.decimals == _CENTS and abs(value) > 2 * _MONEY_OFF:
            yield f"{_MONEY_OFF} more", self.written(value + _MONEY_OFF)
            yield f"{_MONEY_OFF} less", self.written(value - _MONEY_OFF)
        if abs(value) > _LARGEST_FRACTION:
            for factor in (10, 100, 1000):
                yield f"{factor} times more", self.written(value * factor)
        if abs(value) > _LARGEST_PERCENTAGE and self.decimals != 0:
            for factor in (10, 100):
                yield f"{factor} times less", self.written(value / factor)


def parse_number(value: Any) -> WrittenNumber | None:
    """The finite number that a value is; None for others, and for texts that say more."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        number = WrittenNumber(value, 0 if isinstance(value, int) else None, None)
    elif isinstance(value, str) and (match := _TEXT.fullmatch(value.strip())):
        decimals = len(match[2].partition(".")[2])
        number = WrittenNumber(float(match[2]), decimals, (match[1], match[3]))
    else:
        return None
    return number if math.isfinite(number.value) else None


def read_number(value: Any) -> WrittenNumber | None:
    """The number that a value is, as `parse_number` has it, if it is an amount and no choice."""
    number = parse_number(value)
    if number is None:
        return None
    is_choice = abs(number.value) < (_LEAST_WHOLE_NUMBER if number.decimals == 0 else 1)
    return None if is_choice else number

"""Read the amount in an answer."""

from __future__ import annotations

import re
from decimal import Decimal

from hallmark_rl.sdk.verifiers import one_tag

TOLERANCE = Decimal("0.02")
_AMOUNT = re.compile(r"£?\s?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?)", re.ASCII)


def amount_in(answer: str) -> Decimal | None:
    """The amount in the only `<total>` of an answer; None if there is none that can be read."""
    form, content = one_tag(answer, "total")
    match = _AMOUNT.fullmatch(content)
    if not form.passed or match is None:
        return None
    return Decimal(match[1].replace(",", ""))


def is_right(amount: Decimal | None, total: Decimal) -> bool:
    """Whether an amount is within the tolerance."""
    return amount is not None and abs(amount - total) <= TOLERANCE

"""Find change in a till."""

from __future__ import annotations

from collections.abc import Mapping


def find_change(amount: int, till: Mapping[int, int]) -> list[int] | None:
    """Coins of the till that add up to an amount, or None."""
    if amount == 0:
        return []
    for coin in sorted(till, reverse=True):
        if till[coin] and coin <= amount:
            smaller = {c: n - (c == coin) for c, n in till.items() if c <= coin}
            rest = find_change(amount - coin, smaller)
            if rest is not None:
                return [coin, *rest]
    return None

"""Learns how many of a smaller unit make one bigger unit.

`learn(big, small, factor)` returns True, or False and learns nothing if `big` is known
already or equals `small`; `convert(amount, unit, wanted)` turns a whole amount of `unit`
into `wanted` by going down from bigger to smaller units, and returns None if that way ends or
goes in a circle without coming there. Into itself a unit, known or not, turns unchanged."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        learn=(st.sampled_from("abc"), st.sampled_from("bcd"), st.integers(2, 5)),
        convert=(st.integers(1, 9), st.sampled_from("abc"), st.sampled_from("cd")),
    )


class UnitConverter:
    def __init__(self) -> None:
        self.smaller: dict[str, tuple[str, int]] = {}

    def learn(self, big: str, small: str, factor: int) -> bool:
        if big in self.smaller or big == small:
            return False
        self.smaller[big] = (small, factor)
        return True

    def convert(self, amount: int, unit: str, wanted: str) -> int | None:
        for _ in range(10):
            if unit == wanted:
                return amount
            if unit not in self.smaller:
                return None
            unit, factor = self.smaller[unit]
            amount *= factor
        return None


WRONG = {
    "one step only": ("range(10)", "range(1)"),
    "overwrites": ("big in self.smaller or big == small", "big == small"),
    "adds factors": ("amount *= factor", "amount += factor"),
}

EQUIVALENT = {
    "for _ in range(11):": "four units: five steps decide",
    "for _ in range(9):": "four units: five steps decide",
}

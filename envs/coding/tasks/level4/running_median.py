"""Keeps numbers in order.

`add(number)` returns None; `median()` returns the middle number, the lower of the two
middle ones for an even count, None for none; `drop()` removes the largest number (one of
them) and returns it, None if there is none."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(add=(st.integers(-9, 9),), median=(), drop=())


class RunningMedian:
    def __init__(self) -> None:
        self.numbers: list[int] = []

    def add(self, number: int) -> None:
        self.numbers.append(number)
        self.numbers.sort()

    def median(self) -> int | None:
        return self.numbers[(len(self.numbers) - 1) // 2] if self.numbers else None

    def drop(self) -> int | None:
        return self.numbers.pop() if self.numbers else None


WRONG = {
    "never sorts": ("        self.numbers.sort()", "        pass"),
    "the upper middle": ("(len(self.numbers) - 1) // 2", "len(self.numbers) // 2"),
}

"""A set of whole numbers given by ranges.

`add(low, high)` puts all n with low <= n < high in; `remove(low, high)` takes them out;
both return how many numbers changed. `spans()` returns the set as a sorted list of the
longest ranges in it, each as [low, high] with high just above its last number."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        add=(st.integers(0, 8), st.integers(0, 10)),
        remove=(st.integers(0, 8), st.integers(0, 10)),
        spans=(),
    )


class IntervalSet:
    def __init__(self) -> None:
        self.numbers: set[int] = set()

    def add(self, low: int, high: int) -> int:
        new = set(range(low, high)) - self.numbers
        self.numbers |= new
        return len(new)

    def remove(self, low: int, high: int) -> int:
        old = set(range(low, high)) & self.numbers
        self.numbers -= old
        return len(old)

    def spans(self) -> list[list[int]]:
        starts = sorted(n for n in self.numbers if n - 1 not in self.numbers)
        ends = sorted(n + 1 for n in self.numbers if n + 1 not in self.numbers)
        return [[low, high] for low, high in zip(starts, ends)]


WRONG = {
    "counts all": ("return len(new)", "return max(0, high - low)"),
    "ends included": """
class IntervalSet:
    def __init__(self):
        self.numbers = set()
    def add(self, low, high):
        new = set(range(low, high)) - self.numbers
        self.numbers |= new
        return len(new)
    def remove(self, low, high):
        old = set(range(low, high + 1)) & self.numbers
        self.numbers -= old
        return len(old)
    def spans(self):
        starts = sorted(n for n in self.numbers if n - 1 not in self.numbers)
        ends = sorted(n + 1 for n in self.numbers if n + 1 not in self.numbers)
        return [list(pair) for pair in zip(starts, ends)]
""",
}

"""Return a list in which each item is the greatest of `numbers` up to that position."""

from itertools import accumulate

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-9, 9))


def running_maximum(numbers: list[int]) -> list[int]:
    return list(accumulate(numbers, max))


WRONG = {
    "running minimum": ("accumulate(numbers, max)", "accumulate(numbers, min)"),
    "starts at zero": """
def running_maximum(numbers):
    best, out = 0, []
    for n in numbers:
        best = max(best, n)
        out.append(best)
    return out
""",
}

"""Return the greatest difference between neighbours in the sorted list of `numbers`; 0 if
there are fewer than two."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints

SPLIT = "test"


def inputs() -> Inputs:
    return args(ints(-20, 20))


def max_gap(numbers: list[int]) -> int:
    return max((b - a for a, b in zip(sorted(numbers), sorted(numbers)[1:])), default=0)


WRONG = {
    "unsorted neighbours": """
def max_gap(numbers):
    return max((abs(b - a) for a, b in zip(numbers, numbers[1:])), default=0)
""",
    "range": """
def max_gap(numbers):
    return max(numbers) - min(numbers) if numbers else 0
""",
}

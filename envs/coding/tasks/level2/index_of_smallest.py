"""Return the position of the smallest of `numbers`, the last one if there are several, and -1
for an empty list."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-3, 3))


def index_of_smallest(numbers: list[int]) -> int:
    return max((i for i, n in enumerate(numbers) if n == min(numbers)), default=-1)


WRONG = {
    "first of several": """
def index_of_smallest(numbers):
    return numbers.index(min(numbers)) if numbers else -1
""",
    "greatest": ("n == min(numbers)", "n == max(numbers)"),
}

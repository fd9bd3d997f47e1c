"""Return the smallest whole number from 0 on that does not occur in `numbers`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-2, 7, most=10))


def first_missing(numbers: list[int]) -> int:
    return next(n for n in range(len(numbers) + 1) if n not in numbers)


WRONG = {
    "starts at one": """
def first_missing(numbers):
    n = 1
    while n in numbers:
        n += 1
    return n
""",
    "after the greatest": """
def first_missing(numbers):
    return max(numbers, default=-1) + 1
""",
}

EQUIVALENT = {
    "return next((n for n in range(len(numbers) + 2) if n not in numbers))": "one of the first len + 1 numbers is always missing",
}

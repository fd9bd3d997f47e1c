"""Return the sum of the squares of the odd numbers in `numbers`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-9, 9))


def sum_of_squares_odd(numbers: list[int]) -> int:
    return sum(n * n for n in numbers if n % 2 == 1)


WRONG = {
    "squares the sum": """
def sum_of_squares_odd(numbers):
    return sum(n for n in numbers if n % 2) ** 2
""",
    "even ones": ("n % 2 == 1", "n % 2 == 0"),
}

"""Return the sum of the last decimal digits of the absolute values of `numbers`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-300, 300))


def last_digit_sum(numbers: list[int]) -> int:
    return sum(abs(number) % 10 for number in numbers)


WRONG = {
    "forgets the sign": ("abs(number) % 10", "number % 10"),
    "first digit": """
def last_digit_sum(numbers):
    return sum(int(str(abs(n))[0]) for n in numbers)
""",
}

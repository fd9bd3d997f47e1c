"""Return the first of `numbers` minus the second plus the third and so on; 0 for an empty
list."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-20, 20))


def alternating_sum(numbers: list[int]) -> int:
    return sum(numbers[::2]) - sum(numbers[1::2])


WRONG = {
    "wrong way round": (
        "sum(numbers[::2]) - sum(numbers[1::2])",
        "sum(numbers[1::2]) - sum(numbers[::2])",
    ),
    "by parity of the number": """
def alternating_sum(numbers):
    return sum(n if n % 2 == 0 else -n for n in numbers)
""",
}

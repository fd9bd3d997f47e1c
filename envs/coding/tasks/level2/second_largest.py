"""Return the second largest of the different values in `numbers`, or None if there are fewer
than two different values."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-4, 4, most=6))


def second_largest(numbers: list[int]) -> int | None:
    return sorted(set(numbers))[-2] if len(set(numbers)) > 1 else None


WRONG = {
    "counts equal values": """
def second_largest(numbers):
    return sorted(numbers)[-2] if len(numbers) > 1 else None
""",
    "second smallest": ("[-2]", "[1]"),
}

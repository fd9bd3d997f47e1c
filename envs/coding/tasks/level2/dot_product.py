"""Return the sum of the products of the items of `left` and `right` at equal positions, as far
as the shorter list goes."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-9, 9, most=6), ints(-9, 9, most=6))


def dot_product(left: list[int], right: list[int]) -> int:
    return sum(a * b for a, b in zip(left, right))


WRONG = {
    "all pairs": """
def dot_product(left, right):
    return sum(left) * sum(right)
""",
    "ignores the last": ("zip(left, right)", "zip(left[:-1], right)"),
}

"""`heights` are the heights of walls of width 1. Return how many units of rain water they hold
back."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(0, 5, most=9))


def water_trapped(heights: list[int]) -> int:
    total = 0
    for i, height in enumerate(heights):
        left = max(heights[: i + 1])
        right = max(heights[i:])
        total += min(left, right) - height
    return total


def check_mirror(result: int, heights: list[int]) -> bool:
    return water_trapped(heights[::-1]) == result


WRONG = {
    "takes the higher wall": ("min(left, right)", "max(left, right)"),
    "between the two highest only": """
def water_trapped(heights):
    if len(heights) < 3:
        return 0
    top = max(heights)
    i = heights.index(top)
    j = len(heights) - 1 - heights[::-1].index(top)
    return sum(top - h for h in heights[i:j + 1])
""",
}

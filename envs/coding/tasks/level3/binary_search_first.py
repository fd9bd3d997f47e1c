"""`numbers` is sorted in ascending order. Return the first position of a number that is at
least `target`, or the length of the list if there is none."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(ints(-6, 6, most=9).map(sorted), st.integers(-7, 7))


def binary_search_first(numbers: list[int], target: int) -> int:
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < target:
            low = middle + 1
        else:
            high = middle
    return low


WRONG = {
    "greater than": ("numbers[middle] < target", "numbers[middle] <= target"),
    "-1 if it is missing": """
def binary_search_first(numbers, target):
    return numbers.index(target) if target in numbers else -1
""",
}


def valid(numbers: list[int], target: int) -> bool:
    return numbers == sorted(numbers)

"""Say whether each item of `numbers` is greater than the one before it."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return st.one_of(
        args(ints(-5, 5, most=4)),
        args(ints(-9, 9, most=6).map(sorted)),
        args(ints(-9, 9, most=6).map(lambda n: sorted(set(n)))),
    )


def is_sorted_strictly(numbers: list[int]) -> bool:
    return all(a < b for a, b in zip(numbers, numbers[1:]))


WRONG = {
    "allows equals": """
def is_sorted_strictly(numbers):
    return numbers == sorted(numbers)
""",
    "ends only": """
def is_sorted_strictly(numbers):
    return len(numbers) < 2 or numbers[0] < numbers[-1]
""",
}

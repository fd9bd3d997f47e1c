"""Return the sorted list of the different sums that can be made of some of `numbers` (also of
none: 0)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints

SPLIT = "test"


def inputs() -> Inputs:
    return args(ints(-6, 9, most=5))


def subset_sums(numbers: list[int]) -> list[int]:
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    return sorted(sums)


WRONG = {
    "neighbours only": """
def subset_sums(numbers):
    return sorted({0} | {sum(numbers[i:j]) for i in range(len(numbers)) for j in range(i + 1, len(numbers) + 1)})
""",
    "without the empty one": """
def subset_sums(numbers):
    sums = set()
    for n in numbers:
        sums |= {t + n for t in sums} | {n}
    return sorted(sums)
""",
    "uses numbers again": """
def subset_sums(numbers):
    sums = {0}
    for n in numbers + numbers:
        sums |= {t + n for t in sums}
    return sorted(sums)
""",
}

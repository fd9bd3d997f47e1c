"""Return how many pairs of positions i < j there are with `numbers[i] + numbers[j] == target`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(ints(-4, 4, most=9), st.integers(-6, 6))


def two_sum_pairs(numbers: list[int], target: int) -> int:
    seen: dict[int, int] = {}
    pairs = 0
    for number in numbers:
        pairs += seen.get(target - number, 0)
        seen[number] = seen.get(number, 0) + 1
    return pairs


WRONG = {
    "pairs a position with itself": """
def two_sum_pairs(numbers, target):
    return sum(numbers[i] + numbers[j] == target for i in range(len(numbers)) for j in range(i, len(numbers)))
""",
    "different values only": """
def two_sum_pairs(numbers, target):
    values = set(numbers)
    return sum(v < target - v and target - v in values for v in values)
""",
}

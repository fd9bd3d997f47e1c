"""Return the greatest length of a stretch of neighbouring items of `numbers` in which each is
greater than the one before. An empty list gives 0."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-3, 6, most=10))


def longest_climb(numbers: list[int]) -> int:
    best = 0
    length = 0
    previous = None
    for number in numbers:
        length = length + 1 if previous is not None and number > previous else 1
        best = max(best, length)
        previous = number
    return best


WRONG = {
    "climbs with gaps": """
def longest_climb(numbers):
    best = []
    for n in numbers:
        best.append(1 + max([b for m, b in zip(numbers, best) if m < n], default=0))
    return max(best, default=0)
""",
    "allows equals": ("number > previous", "number >= previous"),
    "forgets the last stretch": """
def longest_climb(numbers):
    best, length = 0, 1
    for a, b in zip(numbers, numbers[1:]):
        if b > a:
            length += 1
        else:
            best, length = max(best, length), 1
    return best
""",
}

EQUIVALENT = {
    "length = 1": "set before it is read",
    "length = -1": "set before it is read",
}

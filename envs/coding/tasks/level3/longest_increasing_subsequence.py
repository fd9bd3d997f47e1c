"""Return the length of the longest strictly increasing subsequence of `numbers` (items in
order, not necessarily neighbours)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints

SPLIT = "test"


def inputs() -> Inputs:
    return args(ints(-4, 7, most=10))


def longest_increasing_subsequence(numbers: list[int]) -> int:
    ends: list[int] = []
    for number in numbers:
        at = sum(end < number for end in ends)
        ends[at : at + 1] = [number]
    return len(ends)


WRONG = {
    "neighbours only": """
def longest_increasing_subsequence(numbers):
    best = run = 0
    last = None
    for n in numbers:
        run = run + 1 if last is not None and n > last else 1
        best, last = max(best, run), n
    return best
""",
    "not strictly": ("end < number", "end <= number"),
    "greedy": """
def longest_increasing_subsequence(numbers):
    out = []
    for n in numbers:
        if not out or n > out[-1]:
            out.append(n)
    return len(out)
""",
}

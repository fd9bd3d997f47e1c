"""Say whether `numbers` (all at least 1) can be cut into two groups with equal sums; every
number belongs to one group."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return st.one_of(
        args(ints(1, 9, most=6)),
        args(ints(1, 9, most=4).map(lambda l: sorted(l + l[::-1]))),
        args(ints(1, 6, most=4, least=1).map(lambda l: [*l, sum(l)])),
    )


def partition_equal(numbers: list[int]) -> bool:
    sums = {0}
    for number in numbers:
        sums |= {total + number for total in sums}
    return sum(numbers) % 2 == 0 and sum(numbers) // 2 in sums


WRONG = {
    "even sum": """
def partition_equal(numbers):
    return sum(numbers) % 2 == 0
""",
    "greedy": """
def partition_equal(numbers):
    a = b = 0
    for n in sorted(numbers):
        if a <= b:
            a += n
        else:
            b += n
    return a == b
""",
}

"""`rows` is a list of lists. Return the sum of the numbers of all rows that have an even
number of items."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(st.lists(ints(-9, 9, most=4), max_size=5))


def nested_sum(rows: list[list[int]]) -> int:
    return sum(sum(row) for row in rows if len(row) % 2 == 0)


WRONG = {
    "all rows": (" if len(row) % 2 == 0", ""),
    "rows with an even sum": ("len(row) % 2", "sum(row) % 2"),
}

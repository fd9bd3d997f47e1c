"""Return row `n` (from 0) of Pascal's triangle: each number is the sum of the two above it."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(0, 70))


def pascal_row(n: int) -> list[int]:
    row = [1]
    for _ in range(n):
        row = [a + b for a, b in zip([0, *row], [*row, 0])]
    return row


WRONG = {
    "one row late": ("range(n)", "range(n - 1)"),
    "doubles": """
def pascal_row(n):
    return [2 ** min(i, n - i) for i in range(n + 1)]
""",
}

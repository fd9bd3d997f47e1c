"""Return the product of the matrices `left` (m rows of k numbers) and `right` (k rows of n
numbers)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st

SPLIT = "test"


def inputs() -> Inputs:
    return st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3)).flatmap(
        lambda t: args(
            st.lists(ints(-5, 5, least=t[1], most=t[1]), min_size=t[0], max_size=t[0]),
            st.lists(ints(-5, 5, least=t[2], most=t[2]), min_size=t[1], max_size=t[1]),
        )
    )


def matrix_product(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]


WRONG = {
    "rows with rows": """
def matrix_product(left, right):
    return [[sum(a * b for a, b in zip(row, other)) for other in right] for row in left]
""",
    "item by item": """
def matrix_product(left, right):
    return [[a * b for a, b in zip(r, s)] for r, s in zip(left, right)]
""",
}


def valid(left: list[list[int]], right: list[list[int]]) -> bool:
    even = len({len(row) for row in left}) == 1 and len({len(row) for row in right}) == 1
    return even and bool(right[0]) and len(left[0]) == len(right)

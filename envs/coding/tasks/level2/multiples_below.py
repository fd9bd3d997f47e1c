"""Return the sum of the whole numbers from 1 up to but not including `limit` that are
multiples of 3 or of 5."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(st.integers(-3, 200))


def multiples_below(limit: int) -> int:
    return sum(n for n in range(1, limit) if n % 3 == 0 or n % 5 == 0)


WRONG = {
    "includes the limit": ("range(1, limit)", "range(1, limit + 1)"),
    "counts multiples of 15 twice": """
def multiples_below(limit):
    return sum(range(0, limit, 3)) + sum(range(0, limit, 5))
""",
}

EQUIVALENT = {
    "return sum((n for n in range(0, limit) if n % 3 == 0 or n % 5 == 0))": "adds 0",
    "return sum((n for n in range(2, limit) if n % 3 == 0 or n % 5 == 0))": "1 is no multiple",
}

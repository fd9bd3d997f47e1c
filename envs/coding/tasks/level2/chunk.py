"""Return `items` cut into lists of `width` items (at least 1); the last may be shorter."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(ints(0, 9, most=10), st.integers(1, 4))


def chunk(items: list[int], width: int) -> list[list[int]]:
    return [items[at : at + width] for at in range(0, len(items), width)]


def check_joined(result: list[list[int]], items: list[int], width: int) -> bool:
    return sum(result, []) == items


WRONG = {
    "drops the short one": (
        "range(0, len(items), width)",
        "range(0, len(items) - width + 1, width)",
    ),
    "windows": ("range(0, len(items), width)", "range(len(items))"),
}

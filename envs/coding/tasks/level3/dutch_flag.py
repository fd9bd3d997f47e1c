"""Return `items` with all numbers below `pivot` first, then those equal to it, then those
above; within each of the three the order stays."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(ints(-4, 4, most=9), st.integers(-3, 3))


def dutch_flag(items: list[int], pivot: int) -> list[int]:
    below = [item for item in items if item < pivot]
    equal = [item for item in items if item == pivot]
    above = [item for item in items if item > pivot]
    return below + equal + above


WRONG = {
    "sorts": """
def dutch_flag(items, pivot):
    return sorted(items)
""",
    "loses equals": ("below + equal + above", "below + above"),
}

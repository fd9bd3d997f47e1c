"""Return `value` moved into the interval from `low` to `high` (with `low <= high`): the
nearest number in it."""

from hallmark_rl.sdk.coding.strategies import Inputs, st


def inputs() -> Inputs:
    return st.tuples(st.integers(-20, 20), st.integers(-20, 20), st.integers(-20, 20)).map(
        lambda t: (t[0], min(t[1:]), max(t[1:]))
    )


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


def check_inside(result: int, value: int, low: int, high: int) -> bool:
    return low <= result <= high and clamp(result, low, high) == result


WRONG = {
    "ignores the lower bound": ("max(low, min(value, high))", "min(value, high)"),
    "wraps around": """
def clamp(value, low, high):
    return low + (value - low) % (high - low + 1)
""",
}


def valid(value: int, low: int, high: int) -> bool:
    return low <= high

"""Return a list in which each item of `items` stands `times` times in a row. A `times` of 0 or
less gives an empty list."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(ints(0, 9, most=6), st.integers(-1, 4))


def repeat_each(items: list[int], times: int) -> list[int]:
    return [item for item in items for _ in range(times)]


WRONG = {
    "repeats the list": """
def repeat_each(items, times):
    return items * times
""",
    "at least once": ("range(times)", "range(max(times, 1))"),
}

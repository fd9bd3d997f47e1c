"""Return the items that occur exactly once in `items`, in order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(0, 5, most=9))


def unique_in_order(items: list[int]) -> list[int]:
    return [item for item in items if items.count(item) == 1]


WRONG = {
    "first of each": """
def unique_in_order(items):
    return list(dict.fromkeys(items))
""",
    "those that occur several times": ("items.count(item) == 1", "items.count(item) != 1"),
}

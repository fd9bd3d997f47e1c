"""Return `items` moved `steps` places to the right, items from the end coming back at the
front; a negative `steps` moves to the left."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(ints(0, 9, most=6), st.integers(-9, 9))


def rotate_list(items: list[int], steps: int) -> list[int]:
    return [items[(i - steps) % len(items)] for i in range(len(items))]


WRONG = {
    "to the left": ("i - steps", "i + steps"),
    "one round only": """
def rotate_list(items, steps):
    return items[-steps:] + items[:-steps]
""",
}

"""Return the item that makes up more than half of `items`, or None if there is none."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return st.one_of(
        args(ints(0, 2, most=9)),
        args(
            st.tuples(ints(0, 3, most=4), st.integers(0, 2)).map(
                lambda t: t[0] + [t[1]] * len(t[0])
            )
        ),
    )


def majority_item(items: list[int]) -> int | None:
    for item in set(items):
        if 2 * items.count(item) > len(items):
            return item
    return None


WRONG = {
    "the most common": """
def majority_item(items):
    return max(items, key=items.count) if items else None
""",
    "half is enough": ("> len(items)", ">= len(items)"),
}

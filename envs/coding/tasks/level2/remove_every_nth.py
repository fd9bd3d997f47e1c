"""Return `items` without every `n`-th item (`n` at least 1): for n = 3 without the third, the
sixth and so on."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(ints(0, 9, most=10), st.integers(1, 4))


def remove_every_nth(items: list[int], n: int) -> list[int]:
    return [item for i, item in enumerate(items, 1) if i % n]


WRONG = {
    "counts from zero": ("enumerate(items, 1)", "enumerate(items, 0)"),
    "keeps every nth": """
def remove_every_nth(items, n):
    return items[n - 1::n]
""",
}

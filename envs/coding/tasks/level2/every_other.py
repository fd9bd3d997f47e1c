"""Return the items of `items` at even positions (the first, the third and so on), in reverse
order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(0, 9))


def every_other(items: list[int]) -> list[int]:
    return items[::2][::-1]


WRONG = {
    "reverses first": ("items[::2][::-1]", "items[::-1][::2]"),
    "odd positions": ("items[::2][::-1]", "items[1::2][::-1]"),
}

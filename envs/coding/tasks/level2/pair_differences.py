"""Return the list of differences between each item of `numbers` and the one before it."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-20, 20))


def pair_differences(numbers: list[int]) -> list[int]:
    return [after - before for before, after in zip(numbers, numbers[1:])]


WRONG = {
    "wrong way round": ("after - before", "before - after"),
    "absolute": ("after - before", "abs(after - before)"),
}

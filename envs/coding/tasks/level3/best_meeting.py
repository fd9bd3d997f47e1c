"""Return the place among `places` (whole numbers, at least one) from which the sum of the
distances to all places is least; the smallest if several are."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-20, 20, least=1, most=7))


def best_meeting(places: list[int]) -> int:
    return sorted(places)[(len(places) - 1) // 2]


WRONG = {
    "middle of the list": """
def best_meeting(places):
    return places[(len(places) - 1) // 2]
""",
    "nearest to the mean": """
def best_meeting(places):
    mean = sum(places) / len(places)
    return min(places, key=lambda p: (abs(p - mean), p))
""",
    "the upper middle": ("(len(places) - 1) // 2", "len(places) // 2"),
}

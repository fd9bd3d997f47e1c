"""Return the largest whole number of percent that `part` is of `whole` (both at least 0), and
0 if `whole` is 0."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(0, 60), st.integers(0, 40))


def percent_of(part: int, whole: int) -> int:
    return part * 100 // whole if whole else 0


WRONG = {
    "rounds to nearest": """
def percent_of(part, whole):
    return round(part * 100 / whole) if whole else 0
""",
    "cut before the factor": ("part * 100 // whole", "part // whole * 100"),
}

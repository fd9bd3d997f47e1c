"""Return `cents` (at least 0) rounded to whole tens, where a 5 is rounded up: 25 gives 30."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.one_of(st.integers(0, 400), st.integers(0, 40).map(lambda n: 10 * n + 5)))


def round_half_up(cents: int) -> int:
    return (cents + 5) // 10 * 10


WRONG = {
    "round half to even": """
def round_half_up(cents):
    return round(cents / 10) * 10
""",
    "rounds down": ("(cents + 5)", "cents"),
}

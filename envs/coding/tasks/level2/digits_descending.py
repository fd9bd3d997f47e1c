"""Return the number that has the decimal digits of `n` (at least 0) in descending order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(0, 99999))


def digits_descending(n: int) -> int:
    return int("".join(sorted(str(n), reverse=True)))


WRONG = {
    "ascending": ("reverse=True", "reverse=False"),
    "reverses only": """
def digits_descending(n):
    return int(str(n)[::-1])
""",
}

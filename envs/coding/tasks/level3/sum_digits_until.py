"""Add up the decimal digits of `n` (at least 0), then those of the sum, and so on, until one
digit is left. Return the pair [digit, how many times digits were added up]."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.one_of(st.integers(0, 200), st.integers(0, 10**12)))


def sum_digits_until(n: int) -> list[int]:
    rounds = 0
    while n > 9:
        n = sum(map(int, str(n)))
        rounds += 1
    return [n, rounds]


WRONG = {
    "once only": ("while n > 9:", "if n > 9:"),
    "one round too many": """
def sum_digits_until(n):
    rounds = 1
    n = sum(map(int, str(n)))
    while n > 9:
        n = sum(map(int, str(n)))
        rounds += 1
    return [n, rounds]
""",
}

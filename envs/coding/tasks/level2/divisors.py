"""Return the divisors of `n` (at least 1) in descending order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(1, 300))


def divisors(n: int) -> list[int]:
    return [d for d in range(n, 0, -1) if n % d == 0]


WRONG = {
    "ascending": """
def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]
""",
    "proper ones only": ("range(n, 0, -1)", "range(n - 1, 0, -1)"),
}

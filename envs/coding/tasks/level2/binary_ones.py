"""Return how many ones the binary form of `n` (at least 0) has."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(0, 5000))


def binary_ones(n: int) -> int:
    return bin(n).count("1")


WRONG = {
    "counts digits": """
def binary_ones(n):
    return len(bin(n)) - 2
""",
    "decimal ones": ("bin(n)", "str(n)"),
}

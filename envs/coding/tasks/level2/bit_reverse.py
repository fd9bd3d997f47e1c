"""Return the number whose 8-digit binary form is that of `n` (0 to 255) reversed."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(0, 255))


def bit_reverse(n: int) -> int:
    return int(f"{n:08b}"[::-1], 2)


WRONG = {
    "without the leading zeros": """
def bit_reverse(n):
    return int(bin(n)[:1:-1], 2)
""",
    "inverts": """
def bit_reverse(n):
    return 255 - n
""",
}

"""Return `n` (at least 0) written in `base` (2 to 16) with the digits 0-9a-f."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.one_of(st.integers(0, 9999), st.integers(0, 20)), st.integers(2, 16))


def change_base(n: int, base: int) -> str:
    digits = ""
    while n >= base:
        digits = "0123456789abcdef"[n % base] + digits
        n //= base
    return "0123456789abcdef"[n] + digits


def check_value(result: str, n: int, base: int) -> bool:
    return int(result, base) == n


WRONG = {
    "empty for zero": """
def change_base(n, base):
    out = ""
    while n:
        out = "0123456789abcdef"[n % base] + out
        n //= base
    return out
""",
    "digits reversed": (
        "'0123456789abcdef'[n % base] + digits",
        "digits + '0123456789abcdef'[n % base]",
    ),
    "two places for big digits": """
def change_base(n, base):
    out = ""
    while n >= base:
        out = str(n % base) + out
        n //= base
    return str(n) + out
""",
}

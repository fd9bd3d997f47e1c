"""Return `n` (from 1 to 3999) as a Roman numeral."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.one_of(st.integers(1, 3999), st.integers(1, 60)))


def to_roman(n: int) -> str:
    values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    signs = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    text = ""
    for value, sign in zip(values, signs):
        text += sign * (n // value)
        n %= value
    return text


WRONG = {
    "no subtraction": """
def to_roman(n):
    text = ""
    for value, sign in zip([1000, 500, 100, 50, 10, 5, 1], "MDCLXVI"):
        text += sign * (n // value)
        n %= value
    return text
""",
    "wrong ninety": ("'XC'", "'LXXXX'"),
}

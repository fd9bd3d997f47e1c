"""Return how many decimal digits `base` to the power `exponent` has (`base` at least 1,
`exponent` at least 0)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.one_of(st.integers(1, 60), st.sampled_from([1, 10, 100])), st.integers(0, 25))


def power_digits(base: int, exponent: int) -> int:
    return len(str(base**exponent))


WRONG = {
    "by product": ("base ** exponent", "base * exponent"),
    "floating logarithm, one off": """
def power_digits(base, exponent):
    import math
    return math.ceil(exponent * math.log10(base)) if base > 1 and exponent else 1
""",
}

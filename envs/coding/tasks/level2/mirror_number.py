"""Return `n` with its decimal digits in reverse order and its sign kept: -120 gives -21."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.one_of(st.integers(-9999, 9999), st.integers(-20, 20)))


def mirror_number(n: int) -> int:
    return int(str(abs(n))[::-1]) * (1 if n >= 0 else -1)


WRONG = {
    "loses the sign": (" * (1 if n >= 0 else -1)", ""),
    "keeps the zeros in place": """
def mirror_number(n):
    zeros = len(str(n)) - len(str(n).rstrip("0"))
    return int(str(abs(n))[::-1]) * 10 ** zeros * (1 if n >= 0 else -1)
""",
}

EQUIVALENT = {
    "return int(str(abs(n))[::-1]) * (1 if n > 0 else -1)": "-0 is 0",
    "return int(str(abs(n))[::-1]) * (1 if n >= 1 else -1)": "-0 is 0",
}

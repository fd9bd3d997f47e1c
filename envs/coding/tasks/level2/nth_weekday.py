"""Day 0 is a Monday. Return the name ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun") of day
`n`, which may be negative."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(-100, 100))


def nth_weekday(n: int) -> str:
    return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][n % 7]


WRONG = {
    "week begins on Sunday": """
def nth_weekday(n):
    return ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][n % 7]
""",
    "ignores the sign": ("n % 7", "abs(n) % 7"),
}

"""Say whether `year` is a leap year of the Gregorian calendar: divisible by 4, but not by 100
unless by 400."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.one_of(
            st.integers(1, 3000),
            st.integers(1, 99).map(lambda n: n * 100),
            st.integers(1, 30).map(lambda n: n * 400),
        )
    )


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


WRONG = {
    "every fourth year": """
def is_leap(year):
    return year % 4 == 0
""",
    "no century": """
def is_leap(year):
    return year % 4 == 0 and year % 100 != 0
""",
}

"""Return `seconds` (at least 0) as a clock shows it, "H:MM:SS" with as many digits for the
hours as needed: 3723 gives "1:02:03"."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.one_of(
            st.integers(0, 100000),
            st.integers(0, 4000),
            st.integers(0, 30).map(lambda n: n * 3600),
            st.integers(0, 30).map(lambda n: n * 3600 + 3599),
        )
    )


def seconds_to_clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


WRONG = {
    "no zeros": """
def seconds_to_clock(seconds):
    return f"{seconds // 3600}:{seconds // 60 % 60}:{seconds % 60}"
""",
    "minutes run on": ("seconds // 60 % 60", "seconds // 60"),
}

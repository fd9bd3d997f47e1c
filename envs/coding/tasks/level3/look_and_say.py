"""Read the digits of `start` aloud `times` times, and return what is said last.

Each reading replaces a run of equal digits by its length and the digit: `1211` is read `111221`
(one 1, one 2, two 1s). Read no times, `start` is returned as it is.
"""

from itertools import groupby

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.text("123", min_size=1, max_size=6), st.integers(0, 4))


def look_and_say(start: str, times: int) -> str:
    for _ in range(times):
        runs = [(len(list(run)), digit) for digit, run in groupby(start)]
        start = "".join(f"{length}{digit}" for length, digit in runs)
    return start


def check_even(result: str, start: str, times: int) -> bool:
    return times == 0 or len(result) % 2 == 0


WRONG = {
    "digit before length": ("{length}{digit}", "{digit}{length}"),
    "once only": ("for _ in range(times):", "for _ in range(min(times, 1)):"),
    "counts in the whole": """
def look_and_say(start, times):
    for _ in range(times):
        start = "".join(f"{start.count(d)}{d}" for d in dict.fromkeys(start))
    return start
""",
}

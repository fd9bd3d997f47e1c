"""A crossing has a light that is green for `green` seconds, then yellow for `yellow`, then red
for `red`, and so on, beginning with green at second 0. Cars arrive at the given seconds
(sorted, each second at most one) and queue; in every second with a green light one car
leaves (a car can leave in the second in which it arrives). Return for each car the second
in which it leaves."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st

SPLIT = "test"


def inputs() -> Inputs:
    return args(
        st.integers(1, 3),
        st.integers(0, 2),
        st.integers(0, 3),
        st.lists(st.integers(0, 14), max_size=7, unique=True).map(sorted),
    )


def traffic_light(green: int, yellow: int, red: int, cars: list[int]) -> list[int]:
    leaving: list[int] = []
    free = 0
    for arrival in cars:
        second = max(arrival, free)
        while second % (green + yellow + red) >= green:
            second += 1
        leaving.append(second)
        free = second + 1
    return leaving


WRONG = {
    "leaves at yellow too": (">= green:", ">= green + yellow:"),
    "no queue": """
def traffic_light(green, yellow, red, cars):
    out = []
    for s in cars:
        while s % (green + yellow + red) >= green:
            s += 1
        out.append(s)
    return out
""",
}

EQUIVALENT = {"free = -1": "no car arrives before second 0"}


def valid(green: int, yellow: int, red: int, cars: list[int]) -> bool:
    return green > 0 and cars == sorted(set(cars))

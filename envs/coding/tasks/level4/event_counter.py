"""Counts events in a sliding window of `width` seconds.

`hit(time)` records an event at a whole second (times never go back) and returns None;
`count(time)` returns how many events happened at a second t with time - width < t <= time."""

from hallmark_rl.sdk.coding.strategies import Inputs, st

SPLIT = "test"


def inputs() -> Inputs:
    return st.tuples(
        st.lists(
            st.tuples(st.sampled_from(["hit", "count"]), st.integers(0, 3)), min_size=1, max_size=14
        ).map(
            lambda steps: [
                [name, sum(d for _, d in steps[: i + 1])] for i, (name, _) in enumerate(steps)
            ]
        ),
        st.integers(1, 6),
    )


class EventCounter:
    def __init__(self, width: int) -> None:
        self.width = width
        self.times: list[int] = []

    def hit(self, time: int) -> None:
        self.times.append(time)

    def count(self, time: int) -> int:
        return sum(time - self.width < t <= time for t in self.times)


WRONG = {
    "window too wide": ("time - self.width < t", "time - self.width <= t"),
    "never forgets": ("time - self.width < t <= time", "t <= time"),
}


def valid(operations: list[list[object]], width: int) -> bool:
    times = [step[1] for step in operations]
    return times == sorted(times, key=int) and width > 0  # type: ignore[call-overload]

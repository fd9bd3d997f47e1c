"""Lets at most `count` requests pass in any `width` seconds.

`ask(time)` (whole seconds, never going back) returns True and counts the request if fewer
than `count` counted requests have a time greater than time - width, else False.
`spare(time)` returns how many more would pass at that time."""

from hallmark_rl.sdk.coding.strategies import Inputs, st


def inputs() -> Inputs:
    return st.tuples(
        st.lists(
            st.tuples(st.sampled_from(["ask", "ask", "spare"]), st.integers(0, 2)),
            min_size=1,
            max_size=14,
        ).map(
            lambda steps: [
                [name, sum(d for _, d in steps[: i + 1])] for i, (name, _) in enumerate(steps)
            ]
        ),
        st.integers(1, 3),
        st.integers(1, 5),
    )


class RateLimiter:
    def __init__(self, count: int, width: int) -> None:
        self.count = count
        self.width = width
        self.times: list[int] = []

    def spare(self, time: int) -> int:
        self.times = [t for t in self.times if t > time - self.width]
        return self.count - len(self.times)

    def ask(self, time: int) -> bool:
        if self.spare(time) <= 0:
            return False
        self.times.append(time)
        return True


WRONG = {
    "counts refused ones": """
class RateLimiter:
    def __init__(self, count, width):
        self.count, self.width, self.times = count, width, []
    def spare(self, time):
        return max(0, self.count - sum(t > time - self.width for t in self.times))
    def ask(self, time):
        free = self.spare(time) > 0
        self.times.append(time)
        return free
""",
    "fixed windows": """
class RateLimiter:
    def __init__(self, count, width):
        self.count, self.width, self.times = count, width, []
    def spare(self, time):
        return self.count - sum(t // self.width == time // self.width for t in self.times)
    def ask(self, time):
        if self.spare(time) <= 0:
            return False
        self.times.append(time)
        return True
""",
    "window one second too long": ("t > time - self.width", "t >= time - self.width"),
}


def valid(operations: list[list[object]], count: int, width: int) -> bool:
    times = [step[1] for step in operations]
    return times == sorted(times, key=int) and count > 0 and width > 0  # type: ignore[call-overload]

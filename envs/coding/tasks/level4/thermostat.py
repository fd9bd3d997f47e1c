"""Controls heating; it is off at first.

`measure(degrees)` returns whether the heating is on after this measurement: it goes on
below `low`, off above `high`, and stays as it is in between (both bounds included).
`cycles()` returns how often it went on."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        st.integers(0, 4), st.integers(4, 8), measure=(st.integers(-2, 10),), cycles=()
    )


class Thermostat:
    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        self.on = False
        self.count = 0

    def measure(self, degrees: int) -> bool:
        if degrees < self.low and not self.on:
            self.on = True
            self.count += 1
        elif degrees > self.high:
            self.on = False
        return self.on

    def cycles(self) -> int:
        return self.count


WRONG = {
    "no memory": """
class Thermostat:
    def __init__(self, low, high):
        self.low, self.count = low, 0
    def measure(self, degrees):
        self.count += degrees < self.low
        return degrees < self.low
    def cycles(self):
        return self.count
""",
    "counts every cold measurement": ("(not self.on)", "True"),
}

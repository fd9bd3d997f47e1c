"""Counts things by name.

`add(name)` counts one more and returns the new count; `remove(name)` counts one less, never
below 0, and returns the new count; `most()` returns the name with the highest count above
0, the alphabetically first if several have it, and "" if there is none."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(add=(st.sampled_from("abc"),), remove=(st.sampled_from("abc"),), most=())


class CounterMap:
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def add(self, name: str) -> int:
        self.counts[name] = self.counts.get(name, 0) + 1
        return self.counts[name]

    def remove(self, name: str) -> int:
        self.counts[name] = max(0, self.counts.get(name, 0) - 1)
        return self.counts[name]

    def most(self) -> str:
        best = max(self.counts.values(), default=0)
        return min((n for n, c in self.counts.items() if c == best > 0), default="")


WRONG = {
    "goes below zero": ("max(0, self.counts.get(name, 0) - 1)", "self.counts.get(name, 0) - 1"),
    "first counted wins": (
        "min((n for n, c in self.counts.items() if c == best > 0), default='')",
        "next((n for n, c in self.counts.items() if c == best > 0), '')",
    ),
}

EQUIVALENT = {
    "best = max(self.counts.values(), default=1)": "no names, no answer",
    "best = max(self.counts.values(), default=-1)": "no names, no answer",
    "self.counts[name] = max(0, self.counts.get(name, 1) - 1)": "0 either way",
    "self.counts[name] = max(0, self.counts.get(name, -1) - 1)": "0 either way",
}

"""A ring of `size` places (at least 1).

`write(value)` puts a value in; if all places are full the oldest is overwritten. It returns
whether something was overwritten. `read()` takes the oldest value out and returns it, -1 if
there is none. `peek_all()` returns the values from the oldest to the newest."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(st.integers(1, 4), write=(st.integers(0, 9),), read=(), peek_all=())


class RingBuffer:
    def __init__(self, size: int) -> None:
        self.size = size
        self.values: list[int] = []

    def write(self, value: int) -> bool:
        full = len(self.values) == self.size
        if full:
            self.values.pop(0)
        self.values.append(value)
        return full

    def read(self) -> int:
        return self.values.pop(0) if self.values else -1

    def peek_all(self) -> list[int]:
        return list(self.values)


WRONG = {
    "drops the new value": """
class RingBuffer:
    def __init__(self, size):
        self.size, self.values = size, []
    def write(self, value):
        full = len(self.values) == self.size
        if not full:
            self.values.append(value)
        return full
    def read(self):
        return self.values.pop(0) if self.values else -1
    def peek_all(self):
        return list(self.values)
""",
    "newest first out": ("self.values.pop(0) if", "self.values.pop() if"),
}

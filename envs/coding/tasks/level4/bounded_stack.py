"""A stack of numbers that holds at most `capacity` items.

`push(item)` puts an item on top and says whether there was room for it; `pop()` takes the
top item off and returns it, None if there is none; `peek()` returns the top item without
taking it, None if there is none; `size()` is the number of items."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(st.integers(0, 4), push=(st.integers(0, 9),), pop=(), peek=(), size=())


class BoundedStack:
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.items: list[int] = []

    def push(self, item: int) -> bool:
        if len(self.items) >= self.capacity:
            return False
        self.items.append(item)
        return True

    def pop(self) -> int | None:
        return self.items.pop() if self.items else None

    def peek(self) -> int | None:
        return self.items[-1] if self.items else None

    def size(self) -> int:
        return len(self.items)


WRONG = {
    "one too many": ("len(self.items) >= self.capacity", "len(self.items) > self.capacity"),
    "a queue": ("self.items.pop() if", "self.items.pop(0) if"),
    "drops the oldest when full": ("            return False", "            self.items.pop(0)"),
}

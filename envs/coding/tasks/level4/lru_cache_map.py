"""A map that keeps at most `capacity` (at least 1) keys; when a new key comes and it is full,
the key that was used least recently goes.

`put(key, value)` stores and returns None; `get(key)` returns the value or -1. Both count as
a use of the key, get only if the key is there. `keys()` returns the keys from the least to
the most recently used."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        st.integers(1, 3),
        put=(st.integers(0, 3), st.integers(0, 9)),
        get=(st.integers(0, 3),),
        keys=(),
    )


class LruCacheMap:
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.items: dict[int, int] = {}

    def put(self, key: int, value: int) -> None:
        self.items.pop(key, None)
        if len(self.items) == self.capacity:
            del self.items[next(iter(self.items))]
        self.items[key] = value

    def get(self, key: int) -> int:
        if key not in self.items:
            return -1
        self.items[key] = self.items.pop(key)
        return self.items[key]

    def keys(self) -> list[int]:
        return list(self.items)


WRONG = {
    "first in, first out": ("self.items[key] = self.items.pop(key)", "pass"),
    "an old key makes room": ("        self.items.pop(key, None)\n", ""),
    "one too many": ("len(self.items) == self.capacity", "len(self.items) > self.capacity"),
}

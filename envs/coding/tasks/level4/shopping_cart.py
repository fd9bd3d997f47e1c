"""A cart with prices in whole cents.

`add(name, price, count)` adds `count` pieces; a name that is there already keeps its first
price. It returns the number of pieces of that name. `remove(name)` takes everything of that
name out and returns whether it was there. `total()` returns the sum; of each name every
third piece is free."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        add=(st.sampled_from("abc"), st.integers(1, 20), st.integers(1, 4)),
        remove=(st.sampled_from("abc"),),
        total=(),
    )


class ShoppingCart:
    def __init__(self) -> None:
        self.items: dict[str, list[int]] = {}

    def add(self, name: str, price: int, count: int) -> int:
        line = self.items.setdefault(name, [price, 0])
        line[1] += count
        return line[1]

    def remove(self, name: str) -> bool:
        return self.items.pop(name, None) is not None

    def total(self) -> int:
        return sum(price * (count - count // 3) for price, count in self.items.values())


WRONG = {
    "the last price counts": """
class ShoppingCart:
    def __init__(self):
        self.items = {}
    def add(self, name, price, count):
        self.items[name] = [price, self.items.get(name, [0, 0])[1] + count]
        return self.items[name][1]
    def remove(self, name):
        return self.items.pop(name, None) is not None
    def total(self):
        return sum(p * (c - c // 3) for p, c in self.items.values())
""",
    "nothing is free": ("(count - count // 3)", "count"),
    "third piece over all names": """
class ShoppingCart:
    def __init__(self):
        self.items = {}
    def add(self, name, price, count):
        line = self.items.setdefault(name, [price, 0])
        line[1] += count
        return line[1]
    def remove(self, name):
        return self.items.pop(name, None) is not None
    def total(self):
        pieces = sorted(p for p, c in self.items.values() for _ in range(c))
        return sum(pieces[len(pieces) // 3:])
""",
}

"""Goods bought at different prices, sold oldest first.

`buy(count, price)` returns None; `sell(count, price)` sells `count` pieces at that price
each and returns the profit (income less what these pieces had cost); with too few pieces it
raises ValueError and changes nothing. `stock()` returns the list of [count, price] still
there, oldest first, without empty entries."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        buy=(st.integers(1, 4), st.integers(1, 9)),
        sell=(st.integers(1, 5), st.integers(1, 9)),
        stock=(),
    )


class InventoryFifo:
    def __init__(self) -> None:
        self.lots: list[list[int]] = []

    def buy(self, count: int, price: int) -> None:
        self.lots.append([count, price])

    def sell(self, count: int, price: int) -> int:
        if sum(lot[0] for lot in self.lots) < count:
            raise ValueError("count")
        profit = count * price
        while count:
            taken = min(count, self.lots[0][0])
            profit -= taken * self.lots[0][1]
            count -= taken
            self.lots[0][0] -= taken
            if self.lots[0][0] == 0:
                self.lots.pop(0)
        return profit

    def stock(self) -> list[list[int]]:
        return [list(lot) for lot in self.lots]


WRONG = {
    "newest first": """
class InventoryFifo:
    def __init__(self):
        self.lots = []
    def buy(self, count, price):
        self.lots.append([count, price])
    def sell(self, count, price):
        if sum(l[0] for l in self.lots) < count:
            raise ValueError
        profit = count * price
        while count:
            taken = min(count, self.lots[-1][0])
            profit -= taken * self.lots[-1][1]
            count -= taken
            self.lots[-1][0] -= taken
            if self.lots[-1][0] == 0:
                self.lots.pop()
        return profit
    def stock(self):
        return [list(l) for l in self.lots]
""",
    "mean price": """
class InventoryFifo:
    def __init__(self):
        self.count = self.cost = 0
    def buy(self, count, price):
        self.count += count
        self.cost += count * price
    def sell(self, count, price):
        if self.count < count:
            raise ValueError
        spent = self.cost * count // self.count
        self.count -= count
        self.cost -= spent
        return count * price - spent
    def stock(self):
        return [[self.count, self.cost // self.count]] if self.count else []
""",
    "sells what is there": ("if sum((lot[0] for lot in self.lots)) < count:", "if not self.lots:"),
}

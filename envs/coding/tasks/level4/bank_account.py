"""An account in whole cents that starts at 0 and may be overdrawn down to `-limit`.

`deposit(amount)` adds a positive amount and returns the balance; `withdraw(amount)` takes a
positive amount and returns the balance. Both raise ValueError for an amount of 0 or less,
withdraw also when the balance would fall below `-limit`; nothing changes then. `history()`
returns the list of the balances after each change."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        st.integers(0, 10),
        deposit=(st.integers(-2, 12),),
        withdraw=(st.integers(-2, 12),),
        history=(),
    )


class BankAccount:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.balances = [0]

    def deposit(self, amount: int) -> int:
        if amount <= 0:
            raise ValueError("amount")
        self.balances.append(self.balances[-1] + amount)
        return self.balances[-1]

    def withdraw(self, amount: int) -> int:
        if amount <= 0 or self.balances[-1] - amount < -self.limit:
            raise ValueError("amount")
        self.balances.append(self.balances[-1] - amount)
        return self.balances[-1]

    def history(self) -> list[int]:
        return self.balances[1:]


WRONG = {
    "no overdraft": ("self.balances[-1] - amount < -self.limit", "self.balances[-1] < amount"),
    "takes nothing as an amount": (
        "    def withdraw(self, amount: int) -> int:\n        if amount <= 0 or",
        "    def withdraw(self, amount: int) -> int:\n        if amount < 0 or",
    ),
    "history begins with zero": ("return self.balances[1:]", "return self.balances"),
}

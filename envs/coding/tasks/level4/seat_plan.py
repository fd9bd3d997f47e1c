"""A row of `count` seats, numbered from 0.

`book(size)` books the leftmost `size` free seats beside each other and returns the number
of the first, -1 if there is no such gap; `free(seat)` frees one seat and returns whether it
was booked (False for seats that do not exist); `view()` returns the row as text, "#" for
booked and "." for free."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        st.integers(1, 8), book=(st.integers(1, 4),), free=(st.integers(-1, 8),), view=()
    )


class SeatPlan:
    def __init__(self, count: int) -> None:
        self.row = "." * count

    def book(self, size: int) -> int:
        at = self.row.find("." * size)
        if at >= 0:
            self.row = self.row[:at] + "#" * size + self.row[at + size :]
        return at

    def free(self, seat: int) -> bool:
        if not 0 <= seat < len(self.row) or self.row[seat] == ".":
            return False
        self.row = self.row[:seat] + "." + self.row[seat + 1 :]
        return True

    def view(self) -> str:
        return self.row


WRONG = {
    "from the right": ("self.row.find(", "self.row.rfind("),
    "seats anywhere": """
class SeatPlan:
    def __init__(self, count):
        self.row = ["."] * count
    def book(self, size):
        spots = [i for i, s in enumerate(self.row) if s == "."][:size]
        if len(spots) < size:
            return -1
        for i in spots:
            self.row[i] = "#"
        return spots[0]
    def free(self, seat):
        if not 0 <= seat < len(self.row) or self.row[seat] == ".":
            return False
        self.row[seat] = "."
        return True
    def view(self):
        return "".join(self.row)
""",
    "negative seats": ("not 0 <= seat < len(self.row) or", "not seat < len(self.row) or"),
}

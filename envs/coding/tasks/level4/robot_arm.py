"""A robot on an endless grid, at (0, 0), looking north (y grows to the north, x to the east).

`turn(times)` turns by that many quarters to the right (negative: left) and returns the
direction as "N", "E", "S" or "W"; `move(steps)` goes ahead (negative: backwards) and
returns the position as [x, y]; `home()` returns the least number of unit steps back to (0,
0) and changes nothing."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st

SPLIT = "test"


def inputs() -> Inputs:
    return operations(turn=(st.integers(-5, 5),), move=(st.integers(-3, 5),), home=())


class RobotArm:
    def __init__(self) -> None:
        self.x = 0
        self.y = 0
        self.facing = 0

    def turn(self, times: int) -> str:
        self.facing = (self.facing + times) % 4
        return "NESW"[self.facing]

    def move(self, steps: int) -> list[int]:
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[self.facing]
        self.x += dx * steps
        self.y += dy * steps
        return [self.x, self.y]

    def home(self) -> int:
        return abs(self.x) + abs(self.y)


WRONG = {
    "turns left": ("self.facing + times", "self.facing - times"),
    "y grows to the south": ("(0, 1), (1, 0), (0, -1)", "(0, -1), (1, 0), (0, 1)"),
    "straight distance": ("abs(self.x) + abs(self.y)", "max(abs(self.x), abs(self.y))"),
}

"""A clock for two players, 0 and 1, with `seconds` each; player 0 is to move first.

`move(used)` says how many seconds the player to move has used; the clock is reduced, never
below 0, and the other player is to move. It returns the seconds left of the player who
moved. Once a player has 0 left the game is over and every further move returns -1 and
changes nothing. `left()` returns both times as a list; `winner()` returns the number of the
player who has not lost, None while the game goes on."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(st.integers(1, 15), move=(st.integers(0, 8),), left=(), winner=())


class ChessClock:
    def __init__(self, seconds: int) -> None:
        self.times = [seconds, seconds]
        self.player = 0

    def move(self, used: int) -> int:
        if self.winner() is not None:
            return -1
        now = self.player
        self.times[now] = max(0, self.times[now] - used)
        self.player = 1 - now
        return self.times[now]

    def left(self) -> list[int]:
        return list(self.times)

    def winner(self) -> int | None:
        return 1 - self.times.index(0) if 0 in self.times else None


WRONG = {
    "goes below zero": ("max(0, self.times[now] - used)", "self.times[now] - used"),
    "one player only": ("self.player = 1 - now", "self.player = now"),
    "names the loser": ("1 - self.times.index(0) if", "self.times.index(0) if"),
}

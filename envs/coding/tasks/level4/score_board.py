"""Scores of a tournament.

`result(home, away, home_goals, away_goals)` records a match between two different teams (it
does nothing if the names are equal) and returns None: 3 points for a win, 1 each for a
draw. `table()` returns [team, points, goal difference] for all teams seen, by points, then
difference, both highest first, then by name."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        result=(
            st.sampled_from("abc"),
            st.sampled_from("abc"),
            st.integers(0, 3),
            st.integers(0, 3),
        ),
        table=(),
    )


class ScoreBoard:
    def __init__(self) -> None:
        self.points: dict[str, int] = {}
        self.balance: dict[str, int] = {}

    def result(self, home: str, away: str, home_goals: int, away_goals: int) -> None:
        if home == away:
            return
        for team, diff in ((home, home_goals - away_goals), (away, away_goals - home_goals)):
            gained = 3 if diff > 0 else 1 if diff == 0 else 0
            self.points[team] = self.points.get(team, 0) + gained
            self.balance[team] = self.balance.get(team, 0) + diff

    def table(self) -> list[list[str | int]]:
        order = sorted(self.points, key=lambda t: (-self.points[t], -self.balance[t], t))
        return [[team, self.points[team], self.balance[team]] for team in order]


WRONG = {
    "two points for a win": ("gained = 3", "gained = 2"),
    "difference ignored in the order": ("-self.balance[t], t", "t"),
    "counts a match with itself": ("if home == away:", "if home == away == '':"),
}

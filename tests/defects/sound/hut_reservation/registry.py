"""The registry of the alpine club: a ledger per hut, a page per day."""

from random import Random

NAMES = (
    "Eagle Nest", "Gentian", "Larch Alp", "Marmot", "Glacier View", "Three Springs", "Old Pass",
    "Edelweiss", "North Face", "Stone Pine", "Chamois", "Snow Finch", "Falcon", "Blue Tarn",
)  # fmt: skip
HUTS = {1: 4, 2: 6}
STARTS = 15
BEDS = 20


class Registry:
    """The ledgers of the huts of a tour. `pages` counts every page that is turned."""

    def __init__(self, names: list[str], free: dict[tuple[int, int], int], season: int) -> None:
        self.names = names
        self.season = season
        self.pages = 0
        self._free = free

    def page(self, hut: int, day: int) -> int:
        """The free beds of a hut on a day."""
        self.pages += 1
        return self._free[hut, day]

    def ledger(self, hut: int) -> list[int]:
        """The free beds of a hut on every day of the season."""
        return [self.page(hut, day) for day in range(1, self.season + 1)]

    def first_start(self, party: int) -> int:
        """The first day on which the tour can start; 0 if there is none."""
        for start in range(1, STARTS + 1):
            beds = [self.page(hut, start + hut - 1) for hut in range(1, len(self.names) + 1)]
            if min(beds) >= party:
                return start
        return 0


def draw_registry(rng: Random, level: int, party: int) -> Registry:
    """Ledgers with exactly one start on which every hut has room for the party."""
    count = HUTS[level]
    season = STARTS + count - 1
    free = {
        (hut, day): rng.randint(0, BEDS)
        for hut in range(1, count + 1)
        for day in range(1, season + 1)
    }
    right = rng.randint(1, STARTS)
    for start in range(1, STARTS + 1):
        short = rng.sample(range(1, count + 1), rng.randint(1, 2)) if start != right else []
        for hut in range(1, count + 1):
            low, high = (0, party - 1) if hut in short else (party, BEDS)
            free[hut, start + hut - 1] = rng.randint(low, high)
    return Registry(rng.sample(NAMES, count), free, season)

"""The museum and its nights."""

from random import Random

ROOMS = ("coins", "vases", "masks", "armour", "hall", "maps", "clocks", "silk", "fossils")
LEVELS = ("calm", "busy")
SLOTS = 48


def doors(room: str) -> list[str]:
    """The rooms next to a room."""
    row, column = divmod(ROOMS.index(room), 3)
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [ROOMS[3 * r + c] for r, c in near if 0 <= r < 3 and 0 <= c < 3]


def clock(slot: int) -> str:
    """The time of a slot."""
    minutes = (22 * 60 + 10 * slot) % (24 * 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def make_night(rng: Random, level: str = "calm") -> list[tuple[str, int, int]]:
    """Windows as (room, first slot, last slot), in order of time; they can all be met."""
    windows = []
    count = 4 if level == "calm" else 8
    block = SLOTS // count
    for number in range(count):
        if level == "calm":
            first = rng.randint(4, 8)
            last = first + rng.randint(1, 3)
        else:
            first = rng.randint(2, 4)
            last = 5
        windows.append((rng.choice(ROOMS), number * block + first, number * block + last))
    return windows

"""The most that can still be earned, and the first order of a plan that earns it."""

from functools import cache
from itertools import combinations

try:
    from .models import FerryAction, FerryObservation
except ImportError:
    from models import FerryAction, FerryObservation


def best_order(seen: FerryObservation) -> tuple[int, FerryAction]:
    """Coins that the best plan still earns, and its first order.

    Carrying more never does harm, so only loads to which nothing can be added are tried; and it
    only pays to wait until the next vehicle on this shore is ready.
    """
    bookings = seen.bookings
    cost = seen.fuel + seen.wage * seen.crossing_minutes

    def loads(waiting: list[int]) -> list[tuple[int, ...]]:
        fitting = [
            load
            for size in range(len(waiting) + 1)
            for load in combinations(waiting, size)
            if sum(bookings[i].length for i in load) <= seen.deck_metres
        ]
        sets = [set(load) for load in fitting]
        return [
            load
            for load, own in zip(fitting, sets, strict=False)
            if not any(own < more for more in sets)
        ]

    @cache
    def best(minute: int, shore: str, left: int) -> tuple[int, str, tuple[int, ...], int]:
        top: tuple[int, str, tuple[int, ...], int] = (0, "tie_up", (), 1)
        if minute > seen.closes or not left:
            return top
        here = [i for i in range(len(bookings)) if left >> i & 1 and bookings[i].shore == shore]
        far = "south" if shore == "north" else "north"
        for load in loads([i for i in here if bookings[i].ready <= minute]):
            rest = left & ~sum(1 << i for i in load)
            value = sum(bookings[i].fare for i in load) - cost
            value += best(minute + seen.crossing_minutes, far, rest)[0]
            top = max(top, (value, "cross", load, 1), key=lambda choice: choice[0])
        later = [bookings[i].ready for i in here if minute < bookings[i].ready <= seen.closes]
        if later:
            pause = min(later) - minute
            value = best(min(later), shore, left)[0] - seen.wage * pause
            top = max(top, (value, "wait", (), pause), key=lambda choice: choice[0])
        return top

    value, order, load, pause = best(seen.minute, seen.shore, (1 << len(bookings)) - 1)
    ids = [bookings[i].id for i in load]
    return value, FerryAction(order=order, vehicles=ids, minutes=pause)

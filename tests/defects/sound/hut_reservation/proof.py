"""Evidence from the author."""

from hypothesis import strategies as st

from .models import HutAction

declared = {"max_steps": 7, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env, observation):
    """Read every ledger, then book the start on which the party fits everywhere."""
    read = {stay.hut: stay.free_beds for stay in observation.ledgers}
    for hut in range(1, len(observation.huts) + 1):
        if hut not in read:
            return HutAction(tool="ledger", hut=hut)
    for start in range(1, observation.last_start + 1):
        if all(beds[start + hut - 2] >= observation.party for hut, beds in read.items()):
            return HutAction(tool="book", start=start)
    raise AssertionError("no start fits")


def null(env, observation):
    """Book a day that does not exist."""
    return HutAction(tool="book", start=0)


def actions():
    """Readings and bookings."""
    read = st.integers(0, 7).map(lambda hut: HutAction(tool="ledger", hut=hut))
    book = st.integers(0, 20).map(lambda start: HutAction(tool="book", start=start))
    return st.one_of(read, read, read, book)


def invalid():
    """Ledgers that do not exist, and days on which no tour starts."""
    return [
        HutAction(tool="ledger", hut=0),
        HutAction(tool="ledger", hut=20),
        HutAction(tool="book", start=0),
        HutAction(tool="book", start=40),
    ]


def secrets(env):
    """The right day is a small number, which other fields may show by chance."""
    return []


def exploits():
    """Policies that try to be paid without a booking that works."""
    yield "book-nothing", lambda env, seen: HutAction(tool="book")
    yield "after-the-season", lambda env, seen: HutAction(tool="book", start=seen.last_start + 1)
    yield "claims", lambda env, seen: HutAction(tool="ledger", metadata={"reward": 1.0})

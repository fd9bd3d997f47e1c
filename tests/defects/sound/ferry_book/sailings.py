"""Routes, a day's sailings, and which of them is the right one for a party."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Route:
    """A route and its terms; fares are in cents."""

    harbours: str
    minutes: int
    check_in: int
    fare_head: int
    fare_metre: int
    pet_fee: int
    held_out: bool = False

    def terms(self) -> str:
        return (
            f"Be at the quay {self.check_in} minutes before departure. The price is the fare per "
            "head for everyone, the fare per metre for the vehicle, and "
            f"{self.pet_fee} cents if there are pets."
        )


ROUTES = (
    Route("Skarvik - Orness", 95, 30, 900, 450, 400),
    Route("Port Isla - Kilbrannan", 55, 20, 620, 380, 250),
    Route("Vaerholm - Nordby", 140, 45, 1350, 520, 700),
    Route("Santa Rosa - Cala Verde", 75, 25, 780, 410, 300),
    Route("Dunlaw - Innishmor", 165, 40, 1500, 560, 900),
    Route("Tarsos - Melina", 110, 30, 1050, 340, 150),
    Route("Hvalnes - Grimstad", 200, 60, 1900, 610, 1100),
    Route("Ledbury Quay - Ryde Point", 40, 15, 480, 300, 200),
    Route("Brava - Fogo", 65, 35, 700, 430, 350),
    Route("Lonstrup - Anholt", 120, 30, 1120, 470, 500, held_out=True),
    Route("Karpathi - Lero", 85, 20, 840, 360, 100, held_out=True),
    Route("St Bride - Lundholm", 150, 50, 1420, 540, 800, held_out=True),
    Route("Otarua - Picton Bay", 185, 45, 1750, 590, 950, held_out=True),
)
SPLITS = ("train", "test")
SAILINGS = {1: 6, 2: 9, 3: 12}


@dataclass(frozen=True)
class Sailing:
    """A sailing; times are minutes after midnight, fares are in cents."""

    id: str
    departs: int
    arrives: int
    seats_free: int
    metres_free: int
    fare_head: int
    fare_metre: int
    pets: bool


@dataclass(frozen=True)
class Party:
    """Who wants to travel."""

    people: int
    vehicle_metres: int
    pets: bool
    at_quay: int
    arrive_by: int


@dataclass(frozen=True)
class Book:
    """The sailings of a day on a route, and the party at the desk."""

    route: Route
    sailings: tuple[Sailing, ...]
    party: Party


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def minutes_of(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def price(route: Route, sailing: Sailing, party: Party) -> int:
    """The price for the party, in cents."""
    vehicle = party.vehicle_metres * sailing.fare_metre
    return party.people * sailing.fare_head + vehicle + (route.pet_fee if party.pets else 0)


def suits(route: Route, sailing: Sailing, party: Party) -> bool:
    """Whether the party can take the sailing."""
    return (
        party.at_quay + route.check_in <= sailing.departs
        and sailing.arrives <= party.arrive_by
        and party.people <= sailing.seats_free
        and party.vehicle_metres <= sailing.metres_free
        and (sailing.pets or not party.pets)
    )


def right_sailing(book: Book) -> str:
    """The id of the cheapest sailing that suits the party."""
    fitting = [each for each in book.sailings if suits(book.route, each, book.party)]
    return min(fitting, key=lambda each: price(book.route, each, book.party)).id


def draw_route(seed: int, split: str) -> Route:
    """One of the routes of the split."""
    held_out = split == "test"
    routes = [route for route in ROUTES if route.held_out == held_out]
    return Random(f"ferry route {seed}").choice(routes)


def draw_book(seed: int, level: int, split: str) -> Book:
    """A day's book in which two sailings or more suit the party, and one of these is cheapest."""
    route = draw_route(seed, split)
    rng = Random(f"ferry book {route.harbours} {level} {seed}")
    while True:
        book = Book(route, _sailings(rng, route, SAILINGS[level]), _party(rng))
        fitting = [each for each in book.sailings if suits(route, each, book.party)]
        prices = sorted(price(route, each, book.party) for each in fitting)
        if 2 <= len(fitting) <= len(book.sailings) // 2 and prices[0] < prices[1]:
            return book


def _sailings(rng: Random, route: Route, count: int) -> tuple[Sailing, ...]:
    ids = rng.sample(range(11, 41), count)
    sailings = []
    for number in sorted(ids):
        departs = 5 * rng.randint(72, 240)
        rate = rng.randint(70, 140)
        sailings.append(
            Sailing(
                f"F{number}",
                departs,
                departs + route.minutes + 5 * rng.randint(0, 4),
                rng.choice((2, 5, 9, 20, 60)),
                rng.choice((0, 4, 6, 12, 40)),
                route.fare_head * rate // 100,
                route.fare_metre * rng.randint(80, 130) // 100,
                rng.random() < 0.6,
            )
        )
    return tuple(sailings)


def _party(rng: Random) -> Party:
    at_quay = 5 * rng.randint(60, 156)
    return Party(
        rng.randint(1, 6),
        rng.choice((0, 4, 5, 7)),
        rng.random() < 0.4,
        at_quay,
        min(1439, at_quay + 5 * rng.randint(80, 180)),
    )

"""How a language model plays Courier Route."""

from __future__ import annotations

import random
import re
import string

from .models import RouteAction, RouteObservation
from .tours import SIZES

SYSTEM = (
    "You plan the tour of a courier. Streets run east-west and north-south, so the way between two "
    "places is the sum of both differences. Start and end at the depot and visit every customer "
    "once; any shortest tour is right. Answer with the customers in order, such as "
    "<tour>hotel, bakery, school</tour>."
)
ALPHABET = string.ascii_lowercase + string.digits + " ,:<>/\n"
MAX_TURN_CHARS = 80
LEVELS: tuple[int, ...] = tuple(SIZES)

_TAG = re.compile(r"<tour>(.*?)</tour>", re.DOTALL)


def render(observation: RouteObservation) -> str:
    """The order sheet, one place in a line."""
    places = {"depot": observation.depot, **observation.customers}
    return "\n".join(f"{name}: {east}, {north}" for name, (east, north) in places.items())


def parse(completion: str) -> RouteAction:
    """The names in the only tag, or else in the whole text."""
    tagged = _TAG.findall(completion)
    text = tagged[0] if len(tagged) == 1 else completion
    names = [name.strip().lower()[:40] for name in text.split(",")]
    return RouteAction(stops=[name for name in names if name][:16])


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Tours on training sheets; a fraction `quality` of them is shortest."""
    from .server.courier_route_environment import RouteEnvironment

    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
    rng = random.Random(f"demonstrations {level} {seed}")
    env = RouteEnvironment()
    traces = []
    for _ in range(count):
        observation = env.reset(seed=rng.randrange(2**32), level=level)
        tour = env.reveal().best
        if rng.random() >= quality:
            rng.shuffle(tour)
        traces.append([(render(observation), f"<tour>{', '.join(tour)}</tour>")])
    env.close()
    return traces

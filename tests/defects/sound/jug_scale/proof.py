"""Evidence from the author: how a puzzle is solved, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

from .models import JugScaleAction, JugScaleObservation
from .water import NAMES, STEPS, Water, pour, solution

Policy = Callable[[Any, JugScaleObservation], JugScaleAction]

declared = {
    "max_steps": 15,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(STEPS),
}


def oracle(env: Any, observation: JugScaleObservation) -> JugScaleAction:
    """Weighs what it cannot know, then pours by the shortest path; needs the observation alone."""
    jugs, target = observation.jugs, observation.serve_litres
    states = sorted(_possible(observation))
    for number, name in enumerate(NAMES):
        if len({water[number] for water in states}) > 1 and observation.loads < 4:
            return JugScaleAction(move=f"weigh {name}")
    now = states[0]
    if target in now:
        return JugScaleAction(move=f"serve {NAMES[now.index(target)]}")
    path = solution(tuple(jug.litres for jug in jugs), now, target)
    if not path:
        return JugScaleAction(move="serve A")  # after pours of others: no way leads to the target
    return JugScaleAction(move=f"pour {NAMES[path[0][0]]} {NAMES[path[0][1]]}")


def _possible(observation: JugScaleObservation) -> set[Water]:
    """What the jugs may hold now, after all that was seen."""
    jugs, total = observation.jugs, observation.all_litres
    seen = tuple(jug.water for jug in jugs if jug.water is not None)
    if len(seen) == len(jugs):
        return {seen}
    sizes = tuple(jug.litres for jug in jugs)
    states = set(product(*(range(size + 1) for size in sizes)))
    if total is not None:
        states = {water for water in states if sum(water) == total}
    for entry in observation.history:
        move, _, shown = entry.partition(": ")
        word, *names = move.split()
        numbers = [NAMES.index(name) for name in names if name in NAMES]
        if word == "pour":
            states = {pour(sizes, water, *numbers) for water in states}
        elif word == "weigh":
            weight = int(shown) - sum(jugs[number].empty_weight for number in numbers)
            states = {w for w in states if 10 * sum(w[number] for number in numbers) == weight}
    return states


def null(env: Any, observation: JugScaleObservation) -> JugScaleAction:
    """Makes no move."""
    return JugScaleAction(move="")


def actions() -> st.SearchStrategy[JugScaleAction]:
    """Pours and weighings; a serving is rare."""
    jugs = st.permutations(list(NAMES))
    pours = jugs.map(lambda order: f"pour {order[0]} {order[1]}")
    weighs = jugs.map(lambda order: f"weigh {order[0]}")
    serves = jugs.map(lambda order: f"serve {order[0]}")
    return st.one_of(pours, pours, pours, pours, weighs, serves).map(
        lambda move: JugScaleAction(move=move)
    )


def invalid() -> list[JugScaleAction]:
    """Texts that are no move."""
    moves = (
        "",
        "pour A",
        "pour A A",
        "serve",
        "serve A B",
        "weigh",
        "weigh D",
        "fill A",
        "POUR A B",
    )
    return [JugScaleAction(move=move) for move in moves]


def secrets(env: Any) -> list[str]:
    """What is hidden are small numbers, which other texts contain by chance."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to a reward without a pour."""
    for name in NAMES:
        yield f"serves {name} at once", lambda env, seen, name=name: _move(f"serve {name}")
    yield "serves all", lambda env, seen: _move("serve A B C")
    yield "weighs for ever", lambda env, seen: _move("weigh A")
    yield "claims", lambda env, seen: JugScaleAction(metadata={"right": True, "served": 4})


def _move(move: str) -> JugScaleAction:
    return JugScaleAction(move=move)

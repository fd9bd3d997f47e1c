"""Evidence from the author of the feeding rota."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ZooRotaAction, ZooRotaObservation
from .rota import ANIMALS, HOURS, KEEPERS, Plan, read, solve, write

Policy = Callable[[Any, ZooRotaObservation], ZooRotaAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: ZooRotaObservation) -> ZooRotaAction:
    """Plan the day anew by backtracking, from the observation alone."""
    trained = {animal: tuple(names) for animal, names in observation.trained.items()}
    hours = {animal: tuple(times) for animal, times in observation.hours.items()}
    plan = Plan(trained, hours, read(observation.draft) or {})
    return ZooRotaAction(rota=write(solve(plan)))


def null(env: Any, observation: ZooRotaObservation) -> ZooRotaAction:
    """Hand in an empty sheet."""
    return ZooRotaAction(rota="")


def actions() -> st.SearchStrategy[ZooRotaAction]:
    """Rotas of any entries, and other texts."""
    entries = st.builds(
        "{} {} {}".format,
        st.sampled_from(ANIMALS),
        st.sampled_from(KEEPERS),
        st.sampled_from(HOURS),
    )
    rotas = st.lists(entries, max_size=12).map("; ".join)
    return st.one_of(rotas, rotas, st.text(max_size=30)).map(lambda text: ZooRotaAction(rota=text))


def invalid() -> list[ZooRotaAction]:
    """Sheets that are no rota of any day."""
    texts = ("", ";", "lion Ana", "lion Ana noon", "lion Ana 8; lion Ben 9", "unicorn Ana 8")
    return [ZooRotaAction(rota=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: any rota that breaks no rule will do."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Sheets that are filled in without a plan."""
    yield (
        "one-keeper",
        lambda env, seen: ZooRotaAction(
            rota="; ".join(f"{animal} Ana 8" for animal in seen.trained)
        ),
    )
    yield (
        "first-choices",
        lambda env, seen: ZooRotaAction(
            rota="; ".join(
                f"{name} {seen.trained[name][0]} {seen.hours[name][0]}" for name in seen.trained
            )
        ),
    )
    yield "claims", lambda env, seen: ZooRotaAction(metadata={"kept": True, "reward": 1.0})

"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DilutionAction, DilutionObservation

Policy = Callable[[Any, DilutionObservation], DilutionAction]

declared = {"max_steps": 2, "success_reward": 1.0, "deterministic": True, "levels": (1, 2)}


def oracle(env: Any, observation: DilutionObservation) -> DilutionAction:
    """Work it out from the text of the question."""
    text = observation.question
    if observation.unit == "mM":
        found = re.search(r"make (\d+) mL at ([\d.]+) M\. Then you add (\d+) mL", text)
        assert found
        final, wanted, more = (float(part) for part in found.groups())
        return DilutionAction(answer=f"{1000 * wanted * final / (final + more):.1f}")
    found = re.search(r"make (\d+) mL of .* at ([\d.]+) M from a ([\d.]+) M", text)
    assert found
    final, wanted, stock = (float(part) for part in found.groups())
    take = final * wanted / stock
    return DilutionAction(answer=f"{take if 'of stock do' in text else final - take:.1f}")


def null(env: Any, observation: DilutionObservation) -> DilutionAction:
    """No answer."""
    return DilutionAction(answer="")


def actions() -> st.SearchStrategy[DilutionAction]:
    """Numbers and other texts."""
    numbers = st.floats(0, 500).map(lambda x: f"{x:.1f}")
    return st.one_of(numbers, st.text(max_size=8)).map(lambda text: DilutionAction(answer=text))


def invalid() -> list[DilutionAction]:
    """Answers that are never right."""
    texts = ("", "many", "-1", "nan", "inf", "1e3", "12.5.1", "0x10", "999999999")
    return [DilutionAction(answer=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing to search for: the answer is a short number that may stand in the question."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without the calculation."""
    yield "zero", lambda env, seen: DilutionAction(answer="0")
    yield "many", lambda env, seen: DilutionAction(answer="5.0 10.0 20.0 25.0 50.0 100.0"[:40])
    yield "claims", lambda env, seen: DilutionAction(metadata={"right": True, "reward": 1.0})

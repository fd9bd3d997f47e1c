"""Evidence from the author of the vending-machine repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .machine import MODULES
from .models import VendingRepairAction, VendingRepairObservation

Policy = Callable[[Any, VendingRepairObservation], VendingRepairAction]

declared = {"max_steps": 12, "success_reward": 0.7, "levels": (1, 2)}


def oracle(env: Any, observation: VendingRepairObservation) -> VendingRepairAction:
    """Thorough tests until one module is left, then replace it; from the observation alone."""
    results = dict(entry.removeprefix("thorough ").split(": ") for entry in observation.log)
    broken = [module for module, result in results.items() if result == "broken"]
    left = broken or [module for module in observation.suspects if module not in results]
    job = "replace" if len(left) == 1 else "thorough"
    return VendingRepairAction(job=job, module=left[0])


def null(env: Any, observation: VendingRepairObservation) -> VendingRepairAction:
    """Do nothing."""
    return VendingRepairAction()


def actions() -> st.SearchStrategy[VendingRepairAction]:
    """All jobs on all modules, and on none."""
    jobs = st.sampled_from(["quick", "thorough", "quick", "thorough", "replace", ""])
    modules = st.sampled_from([*MODULES, "hatch"])
    return st.builds(lambda job, module: VendingRepairAction(job=job, module=module), jobs, modules)


def invalid() -> list[VendingRepairAction]:
    """Jobs that cannot be done."""
    pairs = (("", ""), ("replace", ""), ("replace", "all"), ("kick", "keypad"), ("quick", "hatch"))
    return [VendingRepairAction(job=job, module=module) for job, module in pairs]


def secrets(env: Any) -> list[str]:
    """None as a text: the broken module is one of the suspects."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Replacements without a test."""
    yield "keypad-always", lambda env, seen: VendingRepairAction(job="replace", module="keypad")
    yield (
        "all-suspects",
        lambda env, seen: VendingRepairAction(job="replace", module=",".join(seen.suspects)[:24]),
    )
    yield "claims", lambda env, seen: VendingRepairAction(metadata={"repaired": True})

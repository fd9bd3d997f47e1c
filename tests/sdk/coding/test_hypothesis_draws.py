"""`sdk/coding/hypothesis_draws.py` uses internals of Hypothesis: say which of them has changed.

docs/decisions/0008-hypothesis-internals.md says why it uses them.
"""

from __future__ import annotations

import inspect
from functools import reduce
from importlib import import_module
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.strategies._internal.lazy import unwrap_strategies

WHAT_TO_DO = (
    f"in Hypothesis {hypothesis.__version__}: adapt sdk/coding/hypothesis_draws.py, check that "
    "tests/sdk/coding/test_sampling.py passes, and move the limit in pyproject.toml"
)
CONJECTURE = "hypothesis.internal.conjecture"
CALLABLES = {
    "hypothesis.control:BuildContext": ("data", "wrapped_test"),
    f"{CONJECTURE}.choice:choice_constraints_key": ("choice_type", "constraints"),
    f"{CONJECTURE}.choice:choice_permitted": ("choice", "constraints"),
    f"{CONJECTURE}.data:ConjectureData": ("random", "prefix", "provider"),
    f"{CONJECTURE}.data:ConjectureData.draw": ("self", "strategy", "label", "observe_as"),
    f"{CONJECTURE}.data:ConjectureData._draw": (
        "self", "choice_type", "constraints", "observe", "forced",
    ),
    f"{CONJECTURE}.data:ConjectureData._pop_choice": (
        "self", "choice_type", "constraints", "forced",
    ),
    f"{CONJECTURE}.data:ConjectureData._pooled_constraints": (
        "self", "choice_type", "constraints",
    ),
    f"{CONJECTURE}.data:ConjectureData.start_span": ("self", "label"),
    f"{CONJECTURE}.data:ConjectureData.stop_span": ("self", "discard"),
    f"{CONJECTURE}.providers:HypothesisProvider._maybe_draw_constant": (
        "self", "choice_type", "constraints", "p",
    ),
    f"{CONJECTURE}.providers:GLOBAL_CONSTANTS.set_for_type": ("constant_type",),
    f"{CONJECTURE}.utils:_calc_p_continue": ("desired_avg", "max_size"),
}  # fmt: skip
STRATEGIES = {
    "TupleStrategy": (st.tuples(st.none()), ("element_strategies",)),
    "ListStrategy": (
        st.lists(st.none(), max_size=3),
        ("element_strategy", "min_size", "max_size", "average_size"),
    ),
    "MappedStrategy": (st.integers().map(str), ("mapped_strategy", "pack")),
    "OneOfStrategy": (st.one_of(st.none(), st.integers()), ("element_strategies",)),
}


@pytest.mark.parametrize("name", CALLABLES)
def test_a_function_takes_what_it_is_given(name: str) -> None:
    module, _, path = name.partition(":")
    try:
        function: Any = reduce(getattr, path.split("."), import_module(module))
    except (ImportError, AttributeError):
        pytest.fail(f"there is no {name} {WHAT_TO_DO}")
    taken = inspect.signature(function).parameters
    missing = set(CALLABLES[name]) - set(taken)
    assert not missing, f"{name} takes {list(taken)}, not {sorted(missing)}, {WHAT_TO_DO}"


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_has_the_parts_that_are_read(name: str) -> None:
    strategy, parts = STRATEGIES[name]
    unwrapped: Any = unwrap_strategies(strategy)  # type: ignore[no-untyped-call]
    kind = type(unwrapped).__name__
    assert kind == name, f"{strategy!r} is a {kind} and not a {name} {WHAT_TO_DO}"
    missing = [part for part in parts if not hasattr(unwrapped, part)]
    assert not missing, f"a {name} has no {', '.join(missing)} {WHAT_TO_DO}"

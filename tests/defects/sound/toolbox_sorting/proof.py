"""Evidence of the author: an apprentice who finds the rule, and boxes that must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import Tool, ToolAction, ToolboxObservation
from .rules import LEVELS, NAMES, Thing, possible

Policy = Callable[[Any, ToolboxObservation], ToolAction]

declared = {"max_steps": 30, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: ToolboxObservation) -> ToolAction:
    """Find the only rule that agrees with the examples, put tool after tool away, then close."""
    examples = [_thing(tool) for tool in observation.examples]
    (rule,) = possible(examples, observation.example_drawers)
    for tool in observation.tools:
        if tool.name not in observation.placed:
            return ToolAction(move="put", tool=tool.name, drawer=rule.drawer(_thing(tool)))
    return ToolAction(move="close")


def null(env: Any, observation: ToolboxObservation) -> ToolAction:
    """Close the empty box."""
    return ToolAction(move="close")


def actions() -> st.SearchStrategy[ToolAction]:
    """Moves of any tool into any drawer, and sometimes closing."""
    puts = st.builds(
        lambda tool, drawer: ToolAction(move="put", tool=tool, drawer=drawer),
        st.sampled_from(NAMES),
        st.integers(0, 4),
    )
    return st.one_of(puts, puts, puts, st.just(ToolAction(move="close")))


def invalid() -> list[ToolAction]:
    """Moves of nothing, or to nowhere."""
    return [
        ToolAction(tool="", drawer=1),
        ToolAction(tool="spoon", drawer=2),
        ToolAction(tool="saw", drawer=9),
        ToolAction(tool="hammer", drawer=0),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing: a rule has no text form that could be shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Boxes that are closed without the rule."""
    yield "all-in-one", lambda env, seen: _fill(seen, lambda place: 1)
    yield "in-turn", lambda env, seen: _fill(seen, lambda place: place % 3 + 1)
    yield "claims", lambda env, seen: ToolAction(move="close", metadata={"sorted": True})


def _fill(seen: ToolboxObservation, drawer: Callable[[int], int]) -> ToolAction:
    for place, tool in enumerate(seen.tools):
        if tool.name not in seen.placed:
            return ToolAction(move="put", tool=tool.name, drawer=drawer(place))
    return ToolAction(move="close")


def _thing(tool: Tool) -> Thing:
    return (tool.name, tool.trade, tool.material, tool.handle)

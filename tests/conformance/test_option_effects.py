"""An option that is mixed into the seed, or replaces it."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reset.option_effects import seed_with_options
from tests.conformance.small_environment import Message, small_context
from tests.conformance.small_sorting import Sorting


class Branches(Sorting):
    """An option that is mixed into the seed, or replaces it."""

    def reset(
        self,
        seed: int | None = None,
        branch: Literal["", "north", "south"] = "",
        **options: Any,
    ) -> Message:
        return super().reset(self.number(seed, branch))

    def number(self, seed: int | None, branch: str) -> Any:
        return f"{seed}/{branch}"


class Frozen(Branches):
    def number(self, seed: int | None, branch: str) -> Any:
        return f"branch {branch}" if branch else seed


def test_an_option_that_replaces_the_seed_is_named() -> None:
    seed_with_options(small_context(Branches))
    with pytest.raises(PropertyViolated, match="8 seeds give one episode each"):
        seed_with_options(small_context(Frozen))

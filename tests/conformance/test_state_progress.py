"""A number of the state that counts right choices is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.state_progress import state_progress
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Tools(Env):
    """Tools are put into drawers by a rule that is not told; the box is judged when closed."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["put", "close"]},
        tool={"enum": [0, 1, 2, 3]},
        drawer={"enum": ["left", "middle", "right"]},
    )
    shows_share = False

    def begin(self) -> None:
        self.right = [self.rng.choice(("left", "middle", "right")) for _ in range(4)]
        self.placed: dict[str, str] = {}

    @property
    def state(self) -> Message:
        return {"loose": 4 - len(self.placed)}

    def show(self) -> Message:
        shown = {"placed": dict(self.placed)}
        return {**shown, "share": self.rights()} if self.shows_share else shown

    def rights(self) -> int:
        return sum(self.placed.get(str(i)) == right for i, right in enumerate(self.right))

    def paid(self, action: Message) -> float:
        if action["do"] == "close":
            self.over = True
            return float(self.rights() == 4)
        self.placed[str(action.get("tool", 0))] = action.get("drawer", "left")
        return 0.0

    def oracle(self) -> Message:
        for tool, drawer in enumerate(self.right):
            if str(tool) not in self.placed:
                return {"do": "put", "tool": tool, "drawer": drawer}
        return {"do": "close"}


class CountsRightOnes(Tools):
    @property
    def state(self) -> Message:
        return {"loose": 4 - self.rights()}


class Open(CountsRightOnes):
    """The agent is told as much."""

    shows_share = True


class OneStep(CountsRightOnes):
    def oracle(self) -> Message:
        return {"do": "close"}


def test_a_count_of_right_choices_in_the_state_is_reported() -> None:
    with pytest.raises(
        PropertyViolated, match="state's loose tells the right 'drawer' from others"
    ):
        state_progress(small_context(CountsRightOnes))


def test_a_count_of_choices_tells_nothing() -> None:
    state_progress(small_context(Tools))


@pytest.mark.parametrize("env_class", [Open, OneStep])
def test_what_the_agent_sees_or_does_not_choose_is_not_compared(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="looks like the right one"):
        state_progress(small_context(env_class))

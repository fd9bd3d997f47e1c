"""Programs that do the same as a reference program, and what trivial ones may earn."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.program_variants import Program, equivalent_programs
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.program_grading import trivial_programs
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema

ROTATE = """
def solve(numbers, by):
    by = by % len(numbers) if numbers else 0
    head, *tail = [numbers[place:] for place in range(by, by + 2)]
    return head + numbers[:by]
"""


def test_equivalent_programs_return_the_same() -> None:
    program = Program(Rollout(1, [], [], True), "code", ROTATE, "solve", ("numbers", "by"))
    made = dict(equivalent_programs(program))
    assert "with its local variables renamed" in made
    assert "head_renamed" in made["with its local variables renamed"]
    for source in made.values():
        scope: dict[str, Any] = {}
        exec(source, scope)
        assert scope["solve"]([1, 2, 3], 4) == [2, 3, 1]
        assert scope["solve"](numbers=[1, 2, 3], by=1) == [2, 3, 1]


class Sorting(Env):
    """Sort a list; four tests, of which an echo passes one."""

    schema: ClassVar[dict[str, Any]] = small_schema(code={"type": "string"})
    limit = 1
    told = "The reward is the share of the hidden tests that the function passes."
    tests: ClassVar[tuple[list[int], ...]] = ([], [2, 1], [3, 1, 2], [9, 8])

    def begin(self) -> None: ...

    def show(self) -> Message:
        return {"told": self.told}

    def paid(self, action: Message) -> float:
        scope: dict[str, Any] = {}
        try:
            exec(action["code"], scope)
            return sum(scope["solve"](list(t)) == sorted(t) for t in self.tests) / len(self.tests)
        except Exception:
            return 0.0

    def oracle(self) -> Message:
        return {"code": f"def solve(numbers):\n    return sorted(numbers)  # {self.count}\n"}


class Unsaid(Sorting):
    told = "Sort the list."


class Easy(Sorting):
    tests: ClassVar[tuple[list[int], ...]] = ([], [1, 2], [3], [9, 8])


def test_a_stated_share_of_the_tests_lets_a_trivial_program_pass_an_edge_case() -> None:
    trivial_programs(small_context(Sorting))
    for env_class in (Unsaid, Easy):
        with pytest.raises(PropertyViolated, match="the program 'echo' earns"):
            trivial_programs(small_context(env_class))

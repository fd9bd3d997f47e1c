"""Fixed scripts that earn most of the declared maximum, without an author's oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.fixed_answers import fixed_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Clauses(Env):
    """One of nine clauses answers the question; the number is worth 0.75, a quotation the rest."""

    schema: ClassVar[dict[str, Any]] = small_schema(clause={"type": "integer"})
    declared: ClassVar[dict[str, Any]] = {"success_reward": 1.0}
    shuffled = True
    worth = 0.75

    def begin(self) -> None:
        self.right = self.rng.randrange(1, 10)
        self.question = self.rng.random()
        self.right = self.right if self.shuffled else 4

    def show(self) -> Message:
        return {"question": self.question}

    def paid(self, action: Message) -> float:
        self.over = True
        return self.worth * (action["clause"] == self.right)

    def oracle(self) -> Message:
        return {"clause": self.right}


def without_oracle(env_class: type[Env], *, found: bool = True) -> CheckContext:
    """The context with solutions that count as found by a search."""
    context = small_context(env_class, [{"clause": 0}, {"clause": 30}])
    solutions = context.survey.solutions
    context.survey.solutions = [replace(s, found="search") for s in solutions] if found else []
    return CheckContext(context.subject, context.survey, context.profile)


def variant(**fields: Any) -> type[Env]:
    return type("Variant", (Clauses,), fields)


def test_a_script_of_one_seed_that_is_right_on_all() -> None:
    fixed_answers(without_oracle(Clauses))
    with pytest.raises(PropertyViolated, match=r"70% or more .* on 8 of 8 seeds: .*\"clause\": ?4"):
        fixed_answers(without_oracle(variant(shuffled=False)))


def test_an_action_of_the_pool_that_is_repeated() -> None:
    class Cheap(Clauses):
        def paid(self, action: Message) -> float:
            return 0.1 * (action["clause"] == 30)

    with pytest.raises(PropertyViolated, match=r"on 8 of 8 seeds: .*30.* \(8 steps\)"):
        fixed_answers(without_oracle(Cheap, found=False))


def test_the_range_of_a_step_is_no_maximum_of_an_episode_that_pays_often() -> None:
    class Hours(Clauses):
        """Each of twelve hours pays up to 1; any action earns a tenth of it."""

        declared: ClassVar[dict[str, Any]] = {"reward_range": (0.0, 1.0)}

        def paid(self, action: Message) -> float:
            return 0.1

    fixed_answers(without_oracle(Hours))
    once = variant(shuffled=False, declared={"reward_range": (0.0, 1.0)})
    with pytest.raises(PropertyViolated, match="on 8 of 8 seeds"):
        fixed_answers(without_oracle(once))


def test_what_is_worth_less_or_has_no_maximum_says_nothing() -> None:
    fixed_answers(without_oracle(variant(shuffled=False, worth=0.6)))
    with pytest.raises(NotApplicable, match="no greatest reward is declared"):
        fixed_answers(without_oracle(variant(shuffled=False, declared={})))
    with pytest.raises(NotApplicable, match="the author has written an oracle"):
        fixed_answers(small_context(variant(shuffled=False)))
    same = variant(shuffled=False, show=lambda self: {"question": 1})
    with pytest.raises(NotApplicable, match="first messages of most seeds are alike"):
        fixed_answers(without_oracle(same))

"""The right answer's place in a list, after steps that only look something up too."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.shortcut_answers import no_giveaway
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("mail", "tax", "maps", "stock", "users", "search")


class Outage(Env):
    """Probe each service, then name the one that has failed; naming alone is paid too."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["probe", "blame"]}, service={"type": "string"}
    )

    def begin(self) -> None:
        self.names = self.rng.sample(NAMES, len(NAMES))
        self.fault = self.rng.choice(NAMES)
        self.probed: list[str] = []

    def show(self) -> Message:
        return {"services": [f"{name}: calls others" for name in self.names], "is_up": self.probed}

    def paid(self, action: Message) -> float:
        if action["kind"] == "probe":
            self.probed.append(action["service"])
            return 0.0
        self.over = True
        return float(action["service"] == self.fault and self.is_allowed())

    def is_allowed(self) -> bool:
        return True

    def oracle(self) -> Message:
        if self.count < len(NAMES) - 1:
            return {"kind": "probe", "service": self.names[self.count]}
        return {"kind": "blame", "service": self.fault}


class FaultFirst(Outage):
    """The service that has failed is listed first."""

    def show(self) -> Message:
        names = sorted(self.names, key=lambda name: name != self.fault)
        return {"services": [f"{name}: calls others" for name in names], "is_up": self.probed}


class ProbedFirst(FaultFirst):
    """As `FaultFirst`, but a blame is paid only after all other services were probed."""

    def is_allowed(self) -> bool:
        return len(set(self.probed)) >= len(NAMES) - 1


def test_a_place_that_varies_is_no_rule() -> None:
    no_giveaway(small_context(Outage))


def test_the_first_of_the_list_is_reported_although_the_oracle_looks_things_up() -> None:
    with pytest.raises(PropertyViolated, match=r"right 'service' is the first of services"):
        no_giveaway(small_context(FaultFirst))


def test_a_last_action_that_is_not_enough_alone_is_no_answer() -> None:
    with pytest.raises(NotApplicable, match="many steps"):
        no_giveaway(small_context(ProbedFirst))

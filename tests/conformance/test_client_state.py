"""What a client claims is not believed."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.step.client_state import client_state
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Desk(Env):
    """Grant what is due, which a client may claim to be anything unless `is_sound`."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        amount={"type": "integer"}, context={"type": "object", "default": {}}
    )
    limit = 1
    is_sound = False

    def begin(self) -> None:
        self.due = self.rng.randint(1000, 9999)

    def show(self) -> Message:
        return {"case": {"due": 0, "checked": False}}

    def paid(self, action: Message) -> float:
        case = {"due": self.due, "checked": True}
        if not self.is_sound:
            case = {**case, **action.get("context", {})}
        return float(bool(case["checked"]) and action["amount"] == case["due"])

    def oracle(self) -> Message:
        return {"amount": self.due, "context": {}}


class SoundDesk(Desk):
    is_sound = True


def test_what_a_client_claims_in_an_object_is_not_believed() -> None:
    client_state(small_context(SoundDesk))
    with pytest.raises(PropertyViolated, match="claims in an object is believed"):
        client_state(small_context(Desk))

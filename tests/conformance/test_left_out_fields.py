"""Fields of an answer that are judged only if they are there are reported."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.left_out_fields import left_out_fields
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Repair(Env):
    """A record whose numbers became texts is repaired, as JSON."""

    schema: ClassVar[dict[str, Any]] = small_schema(document={"type": "string"})
    limit = 1
    rule = "Keep all data."

    def begin(self) -> None:
        self.record = {"id": self.rng.randrange(100), "level": self.rng.randrange(9), "kind": "x"}

    def show(self) -> Message:
        return {"rule": self.rule, "broken": {key: str(v) for key, v in self.record.items()}}

    def compared(self, sent: Message) -> list[str]:
        return list(self.record)

    def paid(self, action: Message) -> float:
        try:
            sent = json.loads(action["document"])
        except ValueError:
            return 0.0
        if not isinstance(sent, dict) or "id" not in sent:
            return 0.0
        return float(all(sent.get(key) == self.record.get(key) for key in self.compared(sent)))

    def oracle(self) -> Message:
        return {"document": json.dumps(self.record)}


class ComparesWhatIsThere(Repair):
    def compared(self, sent: Message) -> list[str]:
        return list(sent)


class Optional(ComparesWhatIsThere):
    rule = "All but `id` is optional."


class Ignores(Repair):
    """Other fields are not judged at all."""

    def compared(self, sent: Message) -> list[str]:
        return ["id"]


class Text(Repair):
    def paid(self, action: Message) -> float:
        return float(action["document"] == str(self.record["id"]))

    def oracle(self) -> Message:
        return {"document": str(self.record["id"])}


def test_fields_that_are_judged_only_if_they_are_there_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="an answer without level in 'document: the whole'"):
        left_out_fields(small_context(ComparesWhatIsThere))


@pytest.mark.parametrize("env_class", [Repair, Ignores])
def test_fields_that_are_needed_or_not_judged_pass(env_class: type[Env]) -> None:
    left_out_fields(small_context(env_class))


def test_fields_that_a_text_calls_optional_may_be_left_out() -> None:
    with pytest.raises(NotApplicable, match="may be left out"):
        left_out_fields(small_context(Optional))


def test_texts_have_no_fields() -> None:
    with pytest.raises(NotApplicable, match="object with several fields"):
        left_out_fields(small_context(Text))

"""Make valid actions: from the author's strategy, the action's JSON schema, or MCP tools.

For text fields, words are offered that the environment may understand: those that the schema's
descriptions quote or list, and those that an observation shows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hallmark_rl.conformance.actions.json_schema import (
    HypothesisDraw,
    SeededDraw,
    generate,
    samples,
)
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.sdk.common.schema_refs import alternatives, resolve
from hallmark_rl.sdk.subject.description import Subject

_QUOTED = re.compile(r"[`'\"“]([^`'\"”\s][^`'\"”]{0,30})[`'\"”]")
_ALTERNATIVES = re.compile(r"(?:^|[:(]\s*)((?:[\w-]+,\s+)*[\w-]+,?\s+or\s+[\w-]+)\b")
"""Words of which a description says nothing else: `paper, glass or metal`."""
_ENUMERATED = re.compile(r":\s*((?:[\w-]+,\s+){2,}[\w-]+)\s*$")
"""Words at the end of a description: `For a page: primary, secondary, manager`."""
_LISTED = re.compile(
    r"(?:one of|options?|choices?|either|actions?|commands?|moves?)\s*:?\s*(.+)", re.I
)
_CHOICES = re.compile(r"action|move|option|choice|command|tool|legal|valid|allowed|available", re.I)
_NAME = re.compile(r"(^|_)(id|name|key|sku|code|slug)$", re.I)


@dataclass
class ActionSource:
    """Makes valid actions as plain data.

    Attributes:
        schema: JSON schema of the action.
        action_type: the action model; None for a bare address.
        strategy: the author's `actions()`; used instead of the schema if there is one.
        tokens: likely texts by the name of the field.
        tools: descriptions of MCP tools; if there are any, actions call them.
    """

    schema: Mapping[str, Any]
    action_type: Any
    strategy: st.SearchStrategy[Any] | None = None
    tokens: dict[str, list[str]] = field(default_factory=dict)
    tools: Sequence[Mapping[str, Any]] = ()

    def valid(self, action: Action) -> bool:
        """Whether the action model accepts the action; without a model, whether the schema does."""
        if self.action_type is None:
            return bool(Draft202012Validator(self.schema).is_valid(action))
        try:
            make_action(self.action_type, action)
        except Exception:
            return False
        return True

    def sample(self, count: int, seed: int = 0) -> list[Action]:
        """Up to `count` different valid actions; the same for the same seed."""
        if self.strategy is not None:
            candidates = [action_to_dict(v) for v in samples(self.strategy, count * 2, seed)]
        else:
            draw = SeededDraw(random.Random(seed))
            candidates = [self._generate(draw) for _ in range(count * 6)]
        unique: dict[str, Action] = {}
        for action in candidates:
            if isinstance(action, dict) and self.valid(action):
                unique.setdefault(repr(action), action)
            if len(unique) >= count:
                break
        return list(unique.values())

    def drawn(self) -> st.SearchStrategy[Any]:
        """A Hypothesis strategy for valid actions."""
        if self.strategy is not None:
            return self.strategy.map(action_to_dict)

        @st.composite
        def actions(draw: Any) -> Any:
            return self._generate(HypothesisDraw(draw))

        return actions().filter(self.valid)

    def minimal(self) -> Action | None:
        """The valid action with the shortest texts and least numbers; None if none can be made."""
        for value in (0, "", 1, "x"):
            action = self._minimal_with(value)
            if self.valid(action):
                return action
        return next(iter(self.sample(1)), None)

    def text_fields(self) -> list[str]:
        """Names of the action's fields that take any text."""
        return [
            key
            for key, inner in self.schema.get("properties", {}).items()
            if key != "metadata" and self._is_text(inner)
        ]

    def free_key_fields(self) -> list[str]:
        """Names of the action's fields that take objects with any keys."""
        return [
            key
            for key, inner in self.schema.get("properties", {}).items()
            if key != "metadata" and isinstance(self._free_keys(inner), Mapping)
        ]

    def _free_keys(self, inner: Mapping[str, Any]) -> Any:
        """The schema of the values under free keys; None if there are none."""
        options = alternatives(self.schema, resolve(self.schema, inner))
        found = (o.get("additionalProperties") for o in options if o.get("type") == "object")
        return next(filter(None, found), None)

    def _is_text(self, inner: Mapping[str, Any]) -> bool:
        options = alternatives(self.schema, resolve(self.schema, inner))
        return any(o.get("type") == "string" and not {"enum", "const"} & set(o) for o in options)

    def _minimal_with(self, filler: Any) -> Action:
        made: Action = {}
        for key in self.schema.get("required", ()):
            inner = resolve(self.schema, self.schema.get("properties", {}).get(key, {}))
            if "const" in inner or "enum" in inner:
                made[key] = inner.get("const", (inner.get("enum") or [None])[0])
            elif inner.get("type") == "array":
                made[key] = []
            elif inner.get("type") == "object":
                made[key] = {}
            elif inner.get("type") == "boolean":
                made[key] = False
            elif inner.get("type") == "string":
                made[key] = str(filler) if filler else "x" * int(inner.get("minLength", 0))
            else:
                made[key] = max(0, int(inner.get("minimum", 0)))
        return made

    def _generate(self, draw: Any) -> Action:
        if self.tools:
            if draw.integer(0, 9) == 0:
                return {"type": "list_tools"}
            tool = draw.choice(list(self.tools))
            arguments = generate(tool.get("input_schema") or {"type": "object"}, draw, self.tokens)
            return {"type": "call_tool", "tool_name": tool["name"], "arguments": arguments}
        made = generate(self.schema, draw, self.tokens)
        return made if isinstance(made, dict) else {"value": made}


def action_source(subject: Subject, schema: Mapping[str, Any] | None = None) -> ActionSource:
    """The source for a subject.

    `schema` is what a server publishes; None to read it from the action model.
    """
    if schema is None:
        schema = action_schema(subject.action_type)
    strategy = None
    maker = getattr(subject.proof, "actions", None)
    if callable(maker):
        made = maker()
        strategy = made if isinstance(made, st.SearchStrategy) else st.sampled_from(list(made))
    source = ActionSource(schema, subject.action_type, strategy)
    add_tokens(source, describe_tokens(schema))
    return source


def action_schema(action_type: Any) -> dict[str, Any]:
    """The JSON schema of an action type, as OpenEnv's server publishes that of a model."""
    from pydantic import TypeAdapter

    if action_type is None:
        return {"type": "object"}
    publish = getattr(action_type, "model_json_schema", TypeAdapter(action_type).json_schema)
    schema: dict[str, Any] = publish()
    return schema


def describe_tokens(schema: Mapping[str, Any]) -> dict[str, list[str]]:
    """Words that a schema's descriptions and examples name, by field: quoted or listed ones."""
    words_of: dict[str, list[str]] = {}
    for key, inner in schema.get("properties", {}).items():
        inner = resolve(schema, inner)
        text = str(inner.get("description", ""))
        words = _QUOTED.findall(text)
        forms = (_LISTED, _ALTERNATIVES, _ENUMERATED)
        listed = next(filter(None, (form.search(text) for form in forms)), None)
        if listed:
            parts = re.split(r"[,|/;]|\bor\b", listed.group(1).split(".")[0])
            words += [part.strip(" '\"`()[]") for part in parts]
        words += [str(example) for example in inner.get("examples", ())]
        words_of[key] = [word for word in dict.fromkeys(words) if 0 < len(word) <= 40]
    return {key: words for key, words in words_of.items() if words}


def observation_tokens(data: Any) -> list[str]:
    """Texts in a message that an action may name, without repetitions.

    First those in lists of choices (`options`, `legal_moves`...); then short texts in other lists,
    names and ids of listed objects, and keys of dicts whose values have one type, such as lists.
    """
    named: list[str] = []
    others: list[str] = []

    def collect(value: Any, name: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                collect(inner, str(key))
            kinds = {type(inner) for inner in value.values()}
            if (
                name
                and len(value) > 1
                and len(kinds) == 1
                and kinds <= {int, float, bool, str, list}
            ):
                others.extend(str(key) for key in value if len(str(key)) <= 40)
        elif isinstance(value, list):
            chosen = _CHOICES.search(name)
            into, longest = (named, 80) if chosen else (others, 40)
            texts = [item for item in value if isinstance(item, str) and len(item) <= longest]
            into.extend(texts if chosen or len(texts) > 1 else [])
            for item in value:
                collect(item, "")
                if isinstance(item, dict):
                    parts = [(str(k), v) for k, v in item.items() if isinstance(v, str)]
                    into.extend(v for k, v in parts if (chosen or _NAME.search(k)) and len(v) <= 60)

    collect(data, "")
    return list(dict.fromkeys([*named, *others]))


def add_tokens(source: ActionSource, tokens: Mapping[str, Sequence[str]]) -> None:
    """Add likely texts to a source, by field.

    The field `*` stands for every field of text, and of objects with free keys.
    """
    names = [*source.text_fields(), *source.free_key_fields()]
    for key, words in tokens.items():
        for name in names if key == "*" else [key]:
            offered = source.tokens.setdefault(name, [])
            offered += [word for word in words if word not in offered]


def action_to_dict(action: Any) -> Any:
    """An action object as the dict that travels to a server; empty `metadata` is left out.

    A value that is not a model is returned as it is.
    """
    if not hasattr(action, "model_dump"):
        return action
    data = action.model_dump(mode="json")
    if data.get("metadata") == {}:
        data.pop("metadata")
    return data

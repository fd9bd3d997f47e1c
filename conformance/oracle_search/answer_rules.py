"""Rules that make an action from what an instance holds or shows, such as `guess := _target`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import FunctionType
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.response import Response, message_data
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import texts_in, to_json
from hallmark_rl.conformance.oracle_search.action_slots import AFTER, Slot, convert, filled
from hallmark_rl.conformance.oracle_search.function_programs import programs_of
from hallmark_rl.conformance.oracle_search.repository_tables import (
    Record,
    matching_values,
    read_records,
)
from hallmark_rl.conformance.oracle_search.value_walk import looked_up, values_of
from hallmark_rl.conformance.survey.rollouts import declared_secrets
from hallmark_rl.sdk.subject.description import Subject

PLACES = ("observation", "metadata", "state", "secrets", "repository", "attributes")
"""Where values are found, those that an agent can see first. `secrets` are those of proof.py."""
VISIBLE = ("metadata", "state")
"""Places beside the observation that an agent can read."""
_HINT = re.compile(
    r"answer|solution|target|secret|expected|correct|gold|truth|word|label|goal|key|code|hidden"
    r"|optimal|right|reference|plain|result",
    re.I,
)
_LONGEST_KEY = 500
_OWN_KEYS = ("reward", "done", "metadata")

Views = Mapping[str, Mapping[str, Any]]
"""The values of each place, by path."""


def read_views(
    driver: Driver, response: Response, records: list[Record], *, attributes: bool = True
) -> Views:
    """What the observation, metadata, state, matching records and attributes hold now."""
    data = response.data or {}
    shown = {key: value for key, value in data.items() if key not in _OWN_KEYS}
    state = driver.state().data or {}
    views: dict[str, dict[str, Any]] = {
        "observation": values_of(shown),
        "metadata": values_of(data.get("metadata") or {}),
        "state": {
            path: value
            for path, value in values_of(state).items()
            if path not in ("['episode_id']", "['step_count']")
        },
        "secrets": {},
        "repository": matching_values(records, to_json(shown)) if records else {},
        "attributes": {},
    }
    if attributes and isinstance(driver, InProcessDriver):
        tables: dict[str, Any] = {}
        functions: dict[str, FunctionType] = {}
        named = declared_secrets(driver.subject, driver)
        views["secrets"] = {f"[{place}]": text for place, text in enumerate(named)}
        views["attributes"] = values_of(driver.env, tables, functions)
        views["attributes"] |= programs_of(functions, texts_in(shown))
        views["attributes"] |= _entries(tables, views)
        reveal = getattr(driver.env, "reveal", None)
        if callable(reveal):
            try:
                game = reveal()
            except Exception:
                return views
            views["attributes"].update(
                {f".reveal(){path}": value for path, value in values_of(game).items()}
            )
    return views


def _entries(tables: Mapping[str, Any], views: Views) -> dict[str, Any]:
    """Entries of the instance's tables that the observation or an attribute points at."""
    keys = {
        f"shown{path}": value
        for path, value in views["observation"].items()
        if isinstance(value, str) and len(value) <= _LONGEST_KEY
    }
    numbers = {f"env{path}": value for path, value in views["attributes"].items()}
    numbers |= {f"shown{path}": value for path, value in views["observation"].items()}
    try:
        return looked_up(tables, keys, numbers)
    except Exception:
        return {}  # a table of a class of its own may raise


def importance(place: str, path: str) -> tuple[int, int, int]:
    """The order in which paths are tried: names such as `answer` first, then short paths."""
    is_named = place == "secrets" or _HINT.search(path.rpartition(".")[2])
    return 0 if is_named else 1, path.count(".") + path.count("["), PLACES.index(place)


EACH = "[*]"
"""In the path of a value that is read from the next item of a list in each step."""


@dataclass(frozen=True)
class Source:
    """Where the value of one slot comes from.

    Attributes:
        keys: the slot; empty if the value is a whole action.
        place: one of `PLACES`.
        path: the value's path there.
        form: one of `action_slots.FORMS`, or a prefix as of `action_slots.AFTER`.
        each: whether one item of a list is played in each step: of the list at the path, or of
            the one before `EACH` in the path.
    """

    keys: tuple[str, ...]
    place: str
    path: str
    form: str = "value"
    each: bool = False

    def read(self, views: Views, step: int) -> Any:
        """The value for a step, counted from 0; None if there is none."""
        value = views[self.place].get(self.path.replace(EACH, f"[{step}]", 1))
        if self.each and EACH not in self.path:
            if not isinstance(value, list) or step >= len(value):
                return None
            value = value[step]
        return None if value is None else convert(value, self.form)

    def __str__(self) -> str:
        item = ", one item a step" if self.each else ""
        before = f"{self.form.removeprefix(AFTER)!r} and " if self.form.startswith(AFTER) else ""
        return f"{'.'.join(self.keys) or 'the action'} = {before}{self.place} {self.path}{item}"


@dataclass(frozen=True)
class AnswerRule:
    """A policy: a template of which slots take values of the instance.

    Attributes:
        template: the action in which the values are put.
        sources: where the values come from.
    """

    template: Action
    sources: tuple[Source, ...]

    def action(self, views: Views, step: int) -> Action | None:
        """The action for a step; None if a value is missing. `views` are those after the reset for
        values that are played item by item, else the latest."""
        action = self.template
        for source in self.sources:
            value = source.read(views, step)
            if value is None:
                return None
            if not source.keys:
                return without_empty_fields(value) if isinstance(value, dict) else None
            action = filled(action, Slot(source.keys, frozenset()), value)
        return action

    def plays_items(self) -> bool:
        """Whether it plays a list item by item."""
        return any(source.each for source in self.sources)

    def places(self) -> set[str]:
        """The places that it reads."""
        return {source.place for source in self.sources}

    def __str__(self) -> str:
        return "; ".join(map(str, self.sources))

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> AnswerRule:
        """The inverse of `to_dict`."""
        sources = [Source(**{**item, "keys": tuple(item["keys"])}) for item in data["sources"]]
        return cls(dict(data["template"]), tuple(sources))


class RulePolicy:
    """A rule as a policy: called with an instance and its last observation for each step.

    Args:
        subject: the environment, to whose instances the policy is applied.
        rule: the rule.
    """

    def __init__(self, subject: Subject, rule: AnswerRule) -> None:
        self._subject = subject
        self._rule = rule
        self._records = read_records(subject.root) if "repository" in rule.places() else []
        self._env: Any = None
        self._step = 0
        self._views: Views = {}

    def __call__(self, env: Any, observation: Any) -> Action:
        """The rule's action.

        Raises:
            ValueError: the instance does not hold the value that the rule reads.
        """
        started = env is not self._env
        self._env, self._step = env, 0 if started else self._step + 1
        if started or not self._rule.plays_items():
            driver = InProcessDriver(self._subject, env=env)
            response = Response(message_data(observation), raw=observation)
            self._views = read_views(driver, response, self._records)
        action = self._rule.action(self._views, self._step)
        if action is None:
            raise ValueError(f"there is no value for {self._rule}")
        return action


def is_action(source: ActionSource, value: Any) -> bool:
    """Whether a dict is a whole valid action that sets a field of the schema."""
    names = set(source.schema.get("properties", {})) - {"metadata"}
    if not isinstance(value, dict) or not names & set(value):
        return False
    return source.valid(without_empty_fields(value))


def without_empty_fields(value: Mapping[str, Any]) -> Action:
    """A record as an action: its fields that are not None."""
    return {name: item for name, item in value.items() if item is not None}

"""Episodes as plain data: calls that can be stored, shortened, printed and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Action = dict[str, Any]
"""The fields of an action as plain data, as it travels to a server."""


@dataclass(frozen=True)
class Call:
    """One call on an environment.

    Attributes:
        op: `reset`, `step` or `state`.
        action: the action of a step.
        options: the keyword arguments of a reset, such as `seed`.
        session: the instance that is called, counted from 0.
    """

    op: str
    action: Action | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    session: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain data; fields that are empty are left out."""
        data: dict[str, Any] = {"op": self.op}
        if self.action is not None:
            data["action"] = self.action
        if self.options:
            data["options"] = dict(self.options)
        if self.session:
            data["session"] = self.session
        return data


@dataclass(frozen=True)
class Episode:
    """A sequence of calls. `label` says how it was made, such as "solution" or "drawn"."""

    calls: tuple[Call, ...]
    label: str = ""

    @classmethod
    def of(
        cls, seed: int | None, actions: Iterable[Action], label: str = "", /, **options: Any
    ) -> Episode:
        """`reset(seed=seed, **options)` (without a seed if it is None), then a step per action."""
        reset_options = {**({} if seed is None else {"seed": seed}), **options}
        steps = (Call("step", action) for action in actions)
        return cls((Call("reset", options=reset_options), *steps), label)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Episode:
        """The inverse of `to_dict`."""
        return cls(
            tuple(
                Call(c["op"], c.get("action"), c.get("options", {}), c.get("session", 0))
                for c in data["calls"]
            ),
            data.get("label", ""),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"label": self.label, "calls": [call.to_dict() for call in self.calls]}

    @property
    def seed(self) -> int | None:
        """The seed of the first reset; None if it has none."""
        for call in self.calls:
            if call.op == "reset":
                seed: int | None = call.options.get("seed")
                return seed
        return None

    @property
    def actions(self) -> list[Action]:
        """The actions of all steps, in order."""
        return [call.action for call in self.calls if call.action is not None]

    def only(self, session: int) -> Episode:
        """The calls of one session, renumbered as session 0."""
        return Episode(
            tuple(Call(c.op, c.action, c.options) for c in self.calls if c.session == session),
            self.label,
        )

"""Episodes as plain data: calls that can be stored, shortened, printed and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Action = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """One call on one of the instances: `reset`, `step` or `state`."""

    op: str
    action: Action | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    session: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain data without what is empty."""
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
    """A sequence of calls. `label` says where it came from."""

    calls: tuple[Call, ...]
    label: str = ""

    @classmethod
    def of(
        cls, seed: int | None, actions: Iterable[Action], label: str = "", **options: Any
    ) -> Episode:
        """`reset(seed)` and then the actions."""
        given = {**({} if seed is None else {"seed": seed}), **options}
        steps = (Call("step", action) for action in actions)
        return cls((Call("reset", options=given), *steps), label)

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
        """The seed of the first reset."""
        for call in self.calls:
            if call.op == "reset":
                seed: int | None = call.options.get("seed")
                return seed
        return None

    @property
    def actions(self) -> list[Action]:
        """The actions in order."""
        return [call.action for call in self.calls if call.action is not None]

    def only(self, session: int) -> Episode:
        """The calls of one session, as session 0."""
        return Episode(
            tuple(Call(c.op, c.action, c.options) for c in self.calls if c.session == session),
            self.label,
        )


def script(
    episode: Episode,
    name: str,
    spec: str,
    *,
    proof: str = "",
    env_args: str = "",
    inside: bool = False,
) -> str:
    """A program that plays the episode, prints what comes back, and checks the property `name`.

    `inside`: the environment works only in its own folder.
    """
    sessions = sorted({call.session for call in episode.calls}) or [0]
    extra = f", proof={proof!r}" if proof else ""
    extra += f", env_args={env_args}" if env_args else ""
    lines = ["import os", "", f"os.chdir({spec!r})"] if inside else []
    lines += [
        "from hallmark_rl.conformance.engine.replay import Replay",
        "",
        f"replay = Replay({name!r}, {spec!r}{extra})",
    ]
    names = {session: f"env{session or ''}" for session in sessions}
    lines += [f"{env} = replay.open()" for env in names.values()]
    for call in episode.calls:
        env = names[call.session]
        if call.op == "reset":
            given = ", ".join(f"{key}={value!r}" for key, value in call.options.items())
            lines.append(f"print({env}.reset({given}))")
        elif call.op == "step":
            lines.append(f"print({env}.step({_short(call.action)}))")
        else:
            lines.append(f"print({env}.state())")
    return "\n".join([*lines, "print(replay.check())"]) + "\n"


def _short(action: Action | None) -> str:
    text = repr(action)
    if len(text) <= 2000:
        return text
    parts = [f"{key!r}: {_shrunk(value)}" for key, value in (action or {}).items()]
    return "{" + ", ".join(parts) + "}"


def _shrunk(value: Any) -> str:
    if isinstance(value, str) and len(value) > 200 and len(set(value)) == 1:
        return f"{value[0]!r} * {len(value)}"
    return repr(value)


def dumps(value: Any) -> str:
    """JSON text with sorted keys; what JSON does not know becomes its repr."""
    return json.dumps(value, sort_keys=True, default=repr, ensure_ascii=False)

"""OpenEnv environments without the base class of the SDK: they raise, and hold their secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field, PrivateAttr

SECRET = "petrified-owl"


class Say(Action):
    text: str = ""


class Heard(Observation):
    echo: str = ""
    unsent: str = Field(default=SECRET, exclude=True)
    _unsent: str = PrivateAttr(SECRET)
    score: str = Field(default=SECRET, exclude=True)


@dataclass
class Odd:
    """An observation that no server can read, but whose fields can be."""

    done: bool = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("model_extra", "reward"):
            raise RuntimeError(SECRET)
        return super().__getattribute__(name)


class Raising(Environment[Say, Heard, State]):
    def __init__(self) -> None:
        super().__init__()
        self.answer = SECRET

    def reset(self, seed: int | None = None, size: int = 2, **options: Any) -> Heard:
        if size > 9:
            raise ValueError(f"too large for {self.answer}")
        return Heard(echo=f"{seed} {size}", metadata={"answer": self.answer})

    def step(self, action: Say, **options: Any) -> Heard:
        if action.text == "exit":
            raise SystemExit(self.answer)
        if action.text == "raise":
            raise ValueError(f"it was {self.answer}")
        if action.text == "tuple":
            return (Heard(), 1.0, self.answer)  # type: ignore[return-value]
        if action.text == "odd":
            return Odd()  # type: ignore[return-value]
        return Heard(echo=action.text, reward=float("nan"), done=action.text == "end")

    @property
    def state(self) -> State:
        return State(episode_id=self.answer)


class Asynchronous(Raising):
    async def reset_async(self, seed: int | None = None, **options: Any) -> Heard:
        return Heard(echo="asynchronous")

    async def step_async(self, action: Say, **options: Any) -> Heard:
        return Heard(echo=f"asynchronous {action.text}", reward=0.5, done=True)


class Unmade(Raising):
    def __init__(self) -> None:
        raise OSError(SECRET)


class Keyed(Raising):
    """Needs an argument, which may be a secret."""

    def __init__(self, key: str, size: int = 1) -> None:
        super().__init__()
        self.answer, self.size = key, size

    def step(self, action: Say, **options: Any) -> Heard:
        return Heard(echo=f"size {self.size}", reward=float(action.text == self.answer), done=True)

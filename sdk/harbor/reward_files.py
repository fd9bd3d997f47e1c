"""Read the reward files that a verifier wrote, which an agent may have written instead.

`reward.json` counts before `reward.txt`, and what is no finite number is no reward, as in Harbor.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

FILES = ("reward.json", "reward.txt")
"""The names of reward files: the first that exists counts."""


@dataclass(frozen=True)
class Verdict:
    """What the verifier wrote.

    Attributes:
        rewards: the rewards by name.
        file: the reward file that counts; empty if there is none.
        problem: why there is no reward, as a clause.
        output: the end of what the verifier printed.
    """

    rewards: Mapping[str, float] = field(default_factory=dict)
    file: str = ""
    problem: str = ""
    output: str = ""

    @property
    def counting(self) -> Mapping[str, float]:
        """The rewards that are paid: `reward`, which Harbor reads, else all."""
        return {name: value for name, value in self.rewards.items() if name == "reward"} or (
            self.rewards
        )

    @property
    def pay(self) -> float:
        """`reward`, else the mean of all; 0 without any."""
        return sum(self.counting.values()) / max(1, len(self.counting))

    @property
    def missing(self) -> bool:
        """Whether there is no reward file."""
        return not self.file

    @property
    def text(self) -> str:
        """The rewards or the problem, to be shown and compared."""
        if self.problem:
            return f"no reward: {self.problem}"
        return ", ".join(f"{name} {value:.6g}" for name, value in sorted(self.rewards.items()))


def read_rewards(texts: Mapping[str, str | None]) -> Verdict:
    """What reward files say.

    Args:
        texts: the content of those of `FILES` that exist, by name; None for what is no regular
            file.
    """
    texts = {name: texts[name] for name in FILES if name in texts}
    odd = next((name for name, text in texts.items() if text is None), "")
    texts = {name: text for name, text in texts.items() if text is not None}
    if "reward.json" in texts:
        name, value = "reward.json", _parsed(texts["reward.json"])
    elif "reward.txt" in texts:
        name, value = "reward.txt", _parsed_text(texts["reward.txt"])
    else:
        return Verdict(
            problem=f"{odd} is no regular file" if odd else "the verifier wrote no reward file"
        )
    if not isinstance(value, dict) or not value:
        return Verdict(file=name, problem=f"{name} holds no reward: {texts[name]!r:.80}")
    for key, item in value.items():
        if isinstance(item, bool) or not isinstance(item, int | float) or not _is_finite(item):
            return Verdict(file=name, problem=f"{name} holds {item!r:.40} as {key!r:.40}")
    return Verdict({str(key): float(item) for key, item in value.items()}, name)


def _parsed(text: str | None) -> object:
    try:
        return json.loads(text or "")
    except (ValueError, RecursionError):
        return None


def _parsed_text(text: str | None) -> object:
    try:
        return {"reward": float(text or "")}
    except ValueError:
        return None


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False

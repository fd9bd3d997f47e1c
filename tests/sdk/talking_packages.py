"""Packages of verifiers whose environment talks with the agent: a sound one and defective ones."""

from __future__ import annotations

from pathlib import Path

_GUESSES = """
import verifiers.v1 as vf

from {name}.words import TEXT

__all__ = ["GuessEnv", "GuessTaskset"]


class Data(vf.TaskData):
    answer: str


class Guess(vf.Task[Data]):
    @vf.reward(weight=2.0)
    async def found(self, trace) -> float:
        return float({rule})


class Config(vf.TasksetConfig):
    largest: int = 60


class GuessTaskset(vf.Taskset[Guess, Config]):
    def load(self):
        for number in range(20, self.config.largest):
            data = Data(
                prompt=TEXT.format(number=number),
                system_prompt="Write the number in <guess> tags.",
                answer=str(number * number),
            )
            yield Guess(data, self.config.task)


class GuessEnv(vf.SingleAgentEnv):
    seen: list = []

    async def run(self, task, agents):
        right = f"<guess>{{task.data.answer}}</guess>"
        async with agents.agent.interaction(task) as talk:
            segment = await talk.turn()
            {loop}
                if segment.terminated or ({ends}):
                    break
                self.seen.append(segment.last_reply)
                hint = {hint}
                segment = await talk.turn(hint)
"""
SOUND = {
    "rule": 'trace.last_reply == f"<guess>{self.data.answer}</guess>"',
    "loop": "for left in (2, 1):",
    "ends": "segment.last_reply == right",
    "hint": '[{"role": "user", "content": f"No. {left} left."}]',
}
DEFECTS = {
    "paid_again": {
        "rule": 'sum("<guess>" + self.data.answer in m.content for m in trace.assistant_messages)',
        "ends": "False",
    },
    "shared_state": {"hint": 'f"No. All replies so far: {len(self.seen)}."'},
    "pays_silence": {"rule": 'trace.last_reply in ("", f"<guess>{self.data.answer}</guess>")'},
    "never_ends": {
        "loop": "while True:\n                left = 1",
        "ends": "False",
    },
    "ignores_the_end": {
        "loop": "while True:\n                left, segment = 1, await talk.turn('Again.')",
        "ends": "False",
    },
}
"""What each defective package changes."""


def write_package(folder: Path, name: str, **changes: str) -> None:
    """Write a package with the folder's name as its module; `changes` replace parts of `SOUND`."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text(_GUESSES.format(name=name, **{**SOUND, **changes}))
    (package / "words.py").write_text(
        "from pathlib import Path\n\n"
        'TEXT = (Path(__file__).parent / "prompt.txt").read_text("utf-8")\n'
    )
    (package / "prompt.txt").write_text("What is {number} times itself?")

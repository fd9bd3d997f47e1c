"""Evidence from the author: solutions, and programs that must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import KataAction, KataObservation

Policy = Callable[[Any, KataObservation], KataAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

SOLUTIONS = {
    "evens": "return sum(i for i in items if i % 2 == 0)",
    "spread": "return max(items) - min(items) if items else 0",
    "initials": "return ''.join(w[0] for w in words)",
    "above": "return len([i for i in items if i > limit])",
    "longest": "return max(words, key=len) if words else ''",
    "mirror": "return ' '.join(reversed(text.split()))",
    "deltas": "return [items[i + 1] - items[i] for i in range(len(items) - 1)]",
    "unique": "return list(dict.fromkeys(words))",
    "runs": (
        "out = []\n    for c in text:\n        if out and out[-1][0] == c:\n"
        "            out[-1][1] += 1\n        else:\n            out.append([c, 1])\n    return out"
    ),
    "rise": (
        "best = n = 0\n    for i in range(len(items)):\n"
        "        n = n + 1 if i and items[i] > items[i - 1] else 1\n"
        "        best = max(best, n)\n    return best"
    ),
    "groups": (
        "out = {}\n    for w in words:\n        out[w[0]] = out.get(w[0], 0) + 1\n    return out"
    ),
    "best_slice": (
        "best = run = 0\n    for i in items:\n        run = max(0, run + i)\n"
        "        best = max(best, run)\n    return best"
    ),
    "rotate": (
        "if not items:\n        return []\n    k = k % len(items)\n"
        "    return items[len(items) - k:] + items[:len(items) - k]"
    ),
    "caesar": (
        "return ''.join(chr((ord(c) - 97 + k) % 26 + 97) if c.isalpha() else c for c in text)"
    ),
}


def _program(head: str, body: str) -> str:
    return f"{head}\n    {body}\n"


def _entry(observation: KataObservation) -> str:
    return observation.head[4 : observation.head.index("(")]


def oracle(env: Any, observation: KataObservation) -> KataAction:
    """The solution that the author wrote for the function of the observation."""
    return KataAction(code=_program(observation.head, SOLUTIONS[_entry(observation)]))


def null(env: Any, observation: KataObservation) -> KataAction:
    """An empty program."""
    return KataAction(code="")


def actions() -> st.SearchStrategy[KataAction]:
    """Solutions of any exercise, and small programs."""
    heads = {name: f"def {name}(items):" for name in SOLUTIONS}
    some = [_program(heads[name], body) for name, body in SOLUTIONS.items()]
    return st.one_of(st.sampled_from(some), st.text(max_size=30)).map(
        lambda code: KataAction(code=code)
    )


def invalid() -> list[KataAction]:
    """Texts that are no program."""
    return [KataAction(code=code) for code in ("def", "???", "1/0", "x = 1")]


def secrets(env: Any) -> list[str]:
    """The hidden inputs are drawn after the submission: there is nothing to show before."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Programs that do not solve the task."""
    yield "none", lambda env, seen: KataAction(code=_program(seen.head, "return None"))
    yield "exits", lambda env, seen: KataAction(code="raise SystemExit(0)")
    yield (
        "equal",
        lambda env, seen: KataAction(
            code="class E:\n    def __eq__(self, o):\n        return True\n"
            + _program(seen.head, "return E()")
        ),
    )
    yield "table", _table


def _table(env: Any, seen: KataObservation) -> KataAction:
    """Return the result of the first example for every input."""
    result = seen.examples[0].rpartition(" == ")[2]
    return KataAction(code=_program(seen.head, f"return {result}"))

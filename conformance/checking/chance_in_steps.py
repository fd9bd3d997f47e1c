"""Whether chance decides what the best policy earns on a seed.

What is drawn in `step()` no oracle knows, so that any policy may be luckier. What is drawn in
`reset()` an oracle may read: it then earns the most that is possible, and a policy that earns more
on one seed shows a defect. But not if the texts speak of luck: then it may be drawn beforehand, and
hidden until its step comes.
"""

from __future__ import annotations

import functools
import random
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.in_process import InProcessDriver

_DEPTH = 4
"""How deep an instance is searched for generators of numpy."""
_LARGEST_WALK = 2000
"""How many objects are searched."""


_LUCK = re.compile(
    r"\b(luck\w*|odds|probabilit\w+|nois(e|y)|on average|forecasts?|gambl\w+|rolls? of|random walk"
    r"|by chance|chances? of|expected (value|reward|return)|(moves?|changes?|drifts?) at random"
    r"|loses on some)\b",
    re.I,
)
"""What texts say where luck plays a part in an episode."""


@functools.lru_cache(maxsize=4)
def chance_decides(context: CheckContext) -> bool:
    """Whether steps draw random numbers, or the texts say that luck plays a part."""
    oracle = getattr(context.subject.proof, "oracle", None)
    texts = [*task_sentences(context), str(getattr(oracle, "__doc__", "") or "")]
    return draws_in_steps(context) or any(map(_LUCK.search, texts))


@functools.lru_cache(maxsize=4)
def draws_in_steps(context: CheckContext) -> bool:
    """Whether steps of a solution draw from a generator; True if that cannot be found out."""
    driver = context.new_driver()
    solutions = context.solved
    if not isinstance(driver, InProcessDriver) or not context.survey.deterministic:
        return True
    solution = max(solutions, key=lambda rollout: len(rollout.actions))
    driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
    before = [random.getstate(), *_numpy_states(driver.env)]
    with _counted_draws() as counts:
        for action in solution.actions:
            driver.step(action)
    after = [random.getstate(), *_numpy_states(driver.env)]
    driver.close()
    return bool(counts) or before != after


class _counted_draws:
    """Collects an entry for each draw from any `random.Random` of this process."""

    def __enter__(self) -> list[str]:
        self._counts: list[str] = []
        self._patches = [
            mock.patch.object(random.Random, name, self._counting(name), create=True)
            for name in ("random", "getrandbits")
        ]
        for patch in self._patches:
            patch.start()
        return self._counts

    def __exit__(self, *_: object) -> None:
        for patch in self._patches:
            patch.stop()

    def _counting(self, name: str) -> Callable[..., Any]:
        original, counts = getattr(random.Random, name), self._counts

        def draw(generator: random.Random, *arguments: Any) -> Any:
            counts.append(name)
            return original(generator, *arguments)

        return draw


def _numpy_states(env: Any) -> list[str]:
    """The states of numpy's global generator and of those that an instance holds, as text."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return []
    states = [repr(numpy.random.get_state()[1:3])]
    for value in _parts(env):
        if isinstance(value, numpy.random.Generator):
            states.append(repr(value.bit_generator.state))
        elif isinstance(value, numpy.random.RandomState):
            states.append(repr(value.get_state()[1:3]))
    return states


def _parts(env: Any) -> Iterator[Any]:
    """The objects that an instance holds, to a limited depth and number."""
    level, seen = [env], {id(env)}
    for _ in range(_DEPTH):
        inner: list[Any] = []
        for value in level:
            yield value
            if isinstance(value, dict):
                held = list(value.values())
            elif isinstance(value, list | tuple):
                held = list(value)
            else:
                held = list(getattr(value, "__dict__", {}).values())
            for item in held:
                if id(item) not in seen and len(seen) < _LARGEST_WALK:
                    seen.add(id(item))
                    inner.append(item)
        level = inner

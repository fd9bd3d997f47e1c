"""How a language model plays Jug Lab: rendering, parsing, demonstrations."""

from __future__ import annotations

import random
import string

from .models import JugLabAction, JugLabObservation
from .pouring import JUGS
from .pouring import LEVELS as _LEVELS

SYSTEM = (
    "Measure the target by pouring between the jugs A, B and C. "
    "Each turn, answer with two letters: `AB` pours A into B."
)
ALPHABET = string.printable
MAX_TURN_CHARS = 2
LEVELS: tuple[int, ...] = tuple(_LEVELS)


def render(observation: JugLabObservation) -> str:
    """The text that the model sees."""
    jugs = ", ".join(
        f"{jug} {holds}/{size}"
        for jug, holds, size in zip(JUGS, observation.holds, observation.sizes, strict=True)
    )
    return f"{jugs}; target {observation.target}; {observation.pours_left} pours left"


def parse(completion: str) -> JugLabAction:
    """Two letters; every other text moves nothing."""
    text = completion.strip().upper()
    if len(text) == 2 and set(text) <= set(JUGS):
        return JugLabAction(source=text[0], into=text[1])
    return JugLabAction()


def write(action: JugLabAction) -> str:
    """The completion that `parse` reads as `action`."""
    return action.source + action.into


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Episodes on training tasks as lists of `(text shown, completion)`.

    A fraction `quality` of the turns is the oracle's; the others do nothing useful.
    """
    from .proof import null, oracle
    from .server.jug_lab_environment import JugLabEnvironment

    rng = random.Random(f"demonstrations {level} {seed}")
    env = JugLabEnvironment()
    traces = []
    for _ in range(count):
        observation = env.reset(seed=rng.randrange(2**32), level=level)
        trace = []
        while not observation.done:
            policy = oracle if rng.random() < quality else null
            answer = write(policy(env, observation))
            trace.append((render(observation), answer))
            observation = env.step(parse(answer))
        traces.append(trace)
    return traces

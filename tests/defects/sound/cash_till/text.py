"""How a language model plays Cash Till: rendering, parsing, demonstrations."""

from __future__ import annotations

import random
import re

from .change import find_change
from .models import CashTillAction, CashTillObservation

SYSTEM = (
    "You are at a till and give change, in cents. The till holds only a few coins of each kind. "
    "Answer with the coins that you give, separated by blanks, such as: 100 20 20 5"
)
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789 ,=\n"
MAX_TURN_CHARS = 48
LEVELS: tuple[int, ...] = (1, 2)


def render(observation: CashTillObservation) -> str:
    """The text that the model sees."""
    till = ", ".join(f"{count} x {coin}" for coin, count in observation.till.items())
    note = f"\nlast change, {observation.note}" if observation.note else ""
    return f"price {observation.price}, paid {observation.paid}, till {till}{note}"


def parse(completion: str) -> CashTillAction:
    """The coins in the answer; every number counts as one."""
    numbers = re.findall(r"[0-9]{1,6}", completion)
    return CashTillAction(coins=[int(number) for number in numbers[:40]])


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Episodes on training tasks as lists of `(text shown, completion)`."""
    from .server.cash_till_environment import COINS, CashTillEnvironment

    rng = random.Random(f"demonstrations {level} {seed}")
    env = CashTillEnvironment()
    traces = []
    for _ in range(count):
        observation = env.reset(seed=rng.randrange(2**32), level=level)
        trace = []
        while not observation.done:
            till = {int(coin): number for coin, number in observation.till.items()}
            coins = find_change(observation.paid - observation.price, till) or []
            if rng.random() >= quality:
                coins = [*coins[:-1], rng.choice(COINS)]
            answer = " ".join(map(str, coins))
            trace.append((render(observation), answer))
            observation = env.step(parse(answer))
        traces.append(trace)
    return traces

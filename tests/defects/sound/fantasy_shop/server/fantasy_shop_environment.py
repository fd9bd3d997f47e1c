"""Haggling: a plain OpenEnv environment."""

import re
from random import Random, SystemRandom
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

from ..merchant import TEMPERS, Haggle, answer_nonsense, answer_offer, open_shop
from ..models import HaggleAction, HaggleObservation

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


class FantasyShopEnvironment(Environment[HaggleAction, HaggleObservation, State]):
    """Buy one item as cheaply as the merchant allows."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._haggle: Haggle | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        **kwargs: Any,
    ) -> HaggleObservation:
        """Enter the shop of a merchant of `level` (1 or 2)."""
        if level not in TEMPERS:
            raise ValueError(f"level must be one of {sorted(TEMPERS)}")
        if seed is None:
            seed = SystemRandom().getrandbits(63)
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._haggle = open_shop(Random(f"shop {seed} {level}"), level)
        return self._observe(f"Welcome! {self._haggle.list_price} gold, as the label says.", None)

    def step(
        self, action: HaggleAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HaggleObservation:
        """Say one sentence to the merchant."""
        haggle = self._haggle
        if haggle is None:
            raise RuntimeError("call reset() before step()")
        if haggle.over:
            return self._observe("The shop is closed.", 0.0)
        self._state.step_count += 1
        words = self._answer(haggle, action.say)
        return self._observe(words, haggle.score() if haggle.over else 0.0)

    def _answer(self, haggle: Haggle, said: str) -> str:
        """Understand a sentence: `accept` or `leave` as a whole, or a sentence with one number."""
        plain = said.strip().strip(".!").lower()
        if plain == "leave":
            haggle.left = True
            return "Farewell."
        if plain == "accept":
            haggle.paid = haggle.asking
            return f"{haggle.paid} gold, and it is yours!"
        numbers = _NUMBER.findall(said)
        if len(numbers) != 1 or not numbers[0].isdigit() or len(numbers[0]) > 6:
            return answer_nonsense(haggle)
        return answer_offer(haggle, int(numbers[0]))

    def _observe(self, words: str, reward: float | None) -> HaggleObservation:
        haggle = self._haggle
        assert haggle is not None
        return HaggleObservation(
            item=haggle.item,
            list_price=haggle.list_price,
            asking=haggle.asking,
            patience=haggle.patience,
            offers=list(haggle.offers),
            merchant=words,
            paid=haggle.paid,
            reward=reward,
            done=haggle.over,
        )

    @property
    def state(self) -> State:
        """Episode id and step count."""
        return self._state.model_copy()

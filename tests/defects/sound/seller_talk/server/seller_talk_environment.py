"""One talk with a seller."""

import random
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import Exchange, TalkAction, TalkObservation
    from ..sellers import LEVELS, REFUSAL_COINS, REFUSALS, Sale, draw_sale
except ImportError:
    from models import Exchange, TalkAction, TalkObservation
    from sellers import LEVELS, REFUSAL_COINS, REFUSALS, Sale, draw_sale

COINS_PER_REWARD = 100


@dataclass
class Talk:
    """Everything that changes while they talk."""

    sale: Sale
    level: int
    told_reserve: bool
    at: int = 0  # the number of the present price in the series
    refused: list[tuple[int, int]] = field(default_factory=list)
    bought_for: int = -1
    done: bool = False

    @property
    def asks(self) -> int:
        return self.sale.prices[self.at]


class SellerTalkEnvironment(Environment[TalkAction, TalkObservation, State]):
    """Buy for less than the thing is worth to you, or leave."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._talk: Talk | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        told_reserve: bool = False,
        **kwargs: Any,
    ) -> TalkObservation:
        """Meet a seller; options that are not named here are ignored."""
        self._talk = None
        level = 1 if level is None else level
        if level not in LEVELS:
            raise ValueError(f"level must be one of {LEVELS}, not {level!r}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(48)
        sale = draw_sale(random.Random(f"seller talk {seed} {level}"), level)
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._talk = Talk(sale, level, bool(told_reserve))
        return self._observe(f"It is {sale.thing}. I thought of {self._talk.asks}.", None)

    def step(
        self, action: TalkAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TalkObservation:
        """One move of the buyer, and the seller's answer."""
        talk = self._talk
        if talk is None:
            return TalkObservation(
                says="No seller is here: call reset() first.", done=True, reward=0.0
            )
        if talk.done:
            return self._observe("The seller has gone home.", 0.0)
        self._state.step_count += 1
        if action.move == "walk":
            talk.done = True
            return self._observe("Well, have a good day.", 0.0)
        if action.move == "accept":
            return self._sell(talk, talk.asks)
        return self._answer(talk, action.price)

    @property
    def state(self) -> State:
        """Episode id and number of moves."""
        return self._state.model_copy()

    def _answer(self, talk: Talk, price: int) -> TalkObservation:
        """Sell at an offer that is high enough, or refuse it."""
        if price >= talk.asks:
            return self._sell(talk, talk.asks)
        if price >= talk.sale.prices[talk.at + 1]:
            return self._sell(talk, price)
        serious = 2 * price >= talk.asks
        if serious:
            talk.at += 1
        talk.refused.append((price, talk.asks))
        if len(talk.refused) == REFUSALS:
            talk.done = True
            says = "We will not agree. I have to go."
        elif serious:
            says = f"No, not for {price}. But I could say {talk.asks}."
        else:
            says = f"{price}? You are joking. It stays at {talk.asks}."
        return self._observe(says, -REFUSAL_COINS / COINS_PER_REWARD)

    def _sell(self, talk: Talk, price: int) -> TalkObservation:
        talk.done = True
        talk.bought_for = price
        return self._observe(
            f"Done. {price}, and it is yours.", (talk.sale.value - price) / COINS_PER_REWARD
        )

    def _observe(self, says: str, reward: float | None) -> TalkObservation:
        talk = self._talk
        show = talk.done or talk.told_reserve
        return TalkObservation(
            thing=talk.sale.thing,
            your_value=talk.sale.value,
            asks=talk.asks,
            says=says,
            comes_down_by=talk.sale.fraction if talk.level == 1 else -1.0,
            refusals_left=REFUSALS - len(talk.refused),
            talk=[Exchange(offered=offered, asked=asked) for offered, asked in talk.refused],
            reserve=talk.sale.reserve if show else -1,
            bought_for=talk.bought_for,
            done=talk.done,
            reward=reward,
        )

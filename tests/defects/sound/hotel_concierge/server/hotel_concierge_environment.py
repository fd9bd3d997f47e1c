"""Fulfil the wishes of a guest within a budget."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import (
        HotelConciergeAction,
        HotelConciergeObservation,
        HotelConciergeState,
        Service,
    )
    from ..town import KINDS, Offer, Wish, make_town
except ImportError:
    from models import HotelConciergeAction, HotelConciergeObservation, HotelConciergeState, Service
    from town import KINDS, Offer, Wish, make_town

STEPS = 24
MOST_PERSONS = 9


class HotelConciergeEnvironment(
    Environment[HotelConciergeAction, HotelConciergeObservation, HotelConciergeState]
):
    """Tools for a concierge."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = HotelConciergeState()
        self._offers: dict[str, Offer] = {}
        self._wishes: list[Wish] = []
        self._booked: dict[str, int] = {}
        self._money = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> HotelConciergeObservation:
        """A guest comes to the desk."""
        rng = random.Random() if seed is None else random.Random(f"guest {seed}")
        offers, self._wishes, self._money = make_town(rng)
        self._offers = {offer.service: offer for offer in offers}
        self._booked = {}
        self._done = False
        self._state = HotelConciergeState(
            episode_id=episode_id or str(uuid.uuid4()), budget=self._money
        )
        return self._observation("Good evening.", None)

    def step(
        self, action: HotelConciergeAction, timeout_s: float | None = None, **kwargs: Any
    ) -> HotelConciergeObservation:
        """Call a tool."""
        if self._done:
            return HotelConciergeObservation(done=True, reward=0.0, message="The guest has left.")
        self._state.step_count += 1
        tool, arguments = action.tool.strip().lower(), action.arguments
        found: list[Offer] = []
        if tool == "search":
            kind = arguments.get("kind")
            found = [offer for offer in self._offers.values() if offer.kind == kind]
            message = f"{len(found)} found." if found else f"Kinds are {', '.join(KINDS)}."
        elif tool == "book":
            message = self._book(arguments.get("service"), arguments.get("quantity"))
        elif tool == "cancel":
            message = self._cancel(arguments.get("service"))
        elif tool == "finish":
            message, self._done = "Good night.", True
        else:
            message = "There is no such tool."
        self._done = self._done or self._state.step_count >= STEPS
        return self._observation(message, self._share() if self._done else 0.0, found)

    @property
    def state(self) -> HotelConciergeState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _book(self, service: Any, quantity: Any) -> str:
        if not isinstance(service, str) or service not in self._offers:
            return "There is no such service."
        if service in self._booked:
            return "That is booked already."
        if type(quantity) is not int or not 1 <= quantity <= MOST_PERSONS:
            return "That quantity is not possible."
        price = self._offers[service].price * quantity
        if price > self._money:
            return "The money left is not enough."
        self._money -= price
        self._booked[service] = quantity
        return "Booked."

    def _cancel(self, service: Any) -> str:
        if not isinstance(service, str) or service not in self._booked:
            return "That is not booked."
        self._money += self._offers[service].price * self._booked.pop(service)
        return "Cancelled."

    def _met(self, wish: Wish) -> bool:
        return any(
            offer.kind == wish.kind and wish.tag in offer.tags and quantity == wish.persons
            for offer, quantity in (
                (self._offers[name], count) for name, count in self._booked.items()
            )
        )

    def _share(self) -> float:
        return sum(map(self._met, self._wishes)) / len(self._wishes)

    def _observation(
        self, message: str, reward: float | None, found: list[Offer] | None = None
    ) -> HotelConciergeObservation:
        return HotelConciergeObservation(
            wishes=[f"{wish.kind}, {wish.tag}, {wish.persons} persons" for wish in self._wishes],
            money=self._money,
            bookings=dict(self._booked),
            found=[
                Service(service=o.service, kind=o.kind, tags=list(o.tags), price=o.price)
                for o in found or []
            ],
            message=message,
            reward=reward,
            done=self._done,
        )

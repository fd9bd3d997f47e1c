"""A game of twelve rounds."""

import random
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..events import EVENTS, chance
    from ..house import SETS, Round, draw_round
    from ..models import Offer, PokerDiceAction, PokerDiceObservation
except ImportError:
    from events import EVENTS, chance
    from house import SETS, Round, draw_round
    from models import Offer, PokerDiceAction, PokerDiceObservation

ROUNDS = 12
THROWS = 20
CHIPS_PER_REWARD = 100


class PokerDiceEnvironment(Environment[PokerDiceAction, PokerDiceObservation, State]):
    """Bet where the told odds are better than the chance, and pass where they are not."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=str(uuid4()), step_count=0)
        self._rounds: list[Round] = []

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        show_chances: bool = False,
        **kwargs: Any,
    ) -> PokerDiceObservation:
        """Begin a game; options that are not named here are ignored."""
        self._rounds = []
        level = 1 if level is None else level
        if level not in SETS:
            raise ValueError(f"level must be one of {sorted(SETS)}, not {level!r}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(48)
        rng = random.Random(f"poker dice {seed} {level}")
        # All rounds are drawn now, so that no bet can change a later offer or throw.
        rounds = [draw_round(rng, level, THROWS) for _ in range(ROUNDS)]
        self._show_chances = bool(show_chances)
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        self._played = 0
        self._chips = 0.0
        self._rounds = rounds
        return self._observe([], "Place your bet.", None)

    def step(
        self, action: PokerDiceAction, timeout_s: float | None = None, **kwargs: Any
    ) -> PokerDiceObservation:
        """Play one round."""
        if not self._rounds:
            return PokerDiceObservation(note="No game: call reset() first.", done=True, reward=0.0)
        if self._played == ROUNDS:
            return self._observe([], "The game is over.", 0.0)
        table = self._rounds[self._played]
        self._played += 1
        self._state.step_count += 1
        if not 0 <= action.bet < len(table.bets):
            note = "Passed." if action.bet == -1 else "There is no such offer: passed."
            return self._observe([], note, 0.0)
        bet = table.bets[action.bet]
        throws = table.throws(bet)
        wins = sum(EVENTS[bet.event](dice) for dice in throws)
        profit = round(action.stake * (bet.pays * wins / THROWS - 1), 6)
        self._chips += profit
        note = f"{action.stake} chips on {bet.event}: {wins} of {THROWS} throws won."
        shown = [" ".join(map(str, dice)) for dice in throws]
        return self._observe(shown, note, profit / CHIPS_PER_REWARD)

    @property
    def state(self) -> State:
        """Episode id and number of rounds played."""
        return self._state.model_copy()

    def _observe(self, throws: list[str], note: str, reward: float | None) -> PokerDiceObservation:
        done = self._played == ROUNDS
        offers, on_table = [], []
        if not done:
            table = self._rounds[self._played]
            on_table = list(table.on_table)
            for bet in table.bets:
                told = (
                    chance(bet.event, bet.weights, table.on_table) if self._show_chances else None
                )
                offers.append(
                    Offer(event=bet.event, weights=list(bet.weights), pays=bet.pays, chance=told)
                )
        return PokerDiceObservation(
            round=min(self._played + 1, ROUNDS),
            rounds=ROUNDS,
            throws_per_bet=THROWS,
            offers=offers,
            on_table=on_table,
            chips_won=round(self._chips, 6),
            last_throws=throws,
            note=note,
            done=done,
            reward=reward,
        )

"""Find the clause of a contract that answers a question."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import ClauseAction, ClauseObservation, ClauseState
except ImportError:
    from models import ClauseAction, ClauseObservation, ClauseState

STEPS = 8
PARTIES = ["Supplier", "Purchaser", "Carrier", "Guarantor"]
# the event in a clause, and how a question says it
EVENTS = {
    "train": [
        ("an invoice remains unpaid past its due date", "a bill has not been settled in time"),
        ("goods arrive in a damaged condition", "a delivery turns out to be broken"),
        ("confidential information has been disclosed", "a trade secret has leaked"),
        ("a force majeure event prevents performance", "a natural disaster stops the work"),
        ("an insurance policy lapses", "cover is no longer in place"),
        ("a regulator requests records", "an authority wants to see the files"),
        ("the control of a party changes", "the company gets a new owner"),
        ("a safety recall is announced", "a product has to be called back"),
        ("a subcontractor is replaced", "someone else takes over part of the work"),
        ("personal data has been accessed unlawfully", "hackers have seen customer records"),
        ("the price index rises above the threshold", "inflation passes the agreed mark"),
        ("a milestone is missed", "an agreed stage is late"),
    ],
    "test": [
        ("a licence has been revoked", "a permit was taken away"),
        ("equipment has been lost in transit", "a machine vanished on the road"),
        ("an audit reveals an overpayment", "the books show that too much was paid"),
        ("insolvency proceedings are opened", "a firm goes bankrupt"),
        ("the agreement is terminated for convenience", "someone leaves without giving a reason"),
        (
            "a patent claim is asserted by a third party",
            "an outsider says that an invention was copied",
        ),
    ],
}
DUTIES = [
    "give written notice to the other parties",
    "deposit adequate security with the escrow agent",
    "submit a remediation plan for approval",
    "reimburse all documented expenses",
    "suspend performance of the affected obligations",
]


def contract(rng: random.Random, split: str) -> tuple[list[str], int, str]:
    """The clauses, the number of the right one, and the question."""
    events = rng.sample(EVENTS[split], 3)
    days = rng.sample(range(2, 90), 12)
    first, party = events[0], rng.choice(PARTIES)
    pairs = [(first, party)]
    pairs += [(event, who) for event in events for who in PARTIES if (event, who) != (first, party)]
    rng.shuffle(pairs)
    clauses = [
        f"Where {event[0]}, the {who} shall {rng.choice(DUTIES)} within {days[k]} days."
        for k, (event, who) in enumerate(pairs)
    ]
    return (
        clauses,
        pairs.index((first, party)) + 1,
        f"What must the {party} do, and how soon, if {first[1]}?",
    )


def words_of(text: str) -> list[str]:
    """Words in lower case."""
    return re.findall(r"[a-z0-9]+", text.lower())


class LegalClauseEnvironment(Environment[ClauseAction, ClauseObservation, ClauseState]):
    """Search, read, cite."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = ClauseState()
        self._clauses: list[str] = []
        self._right = 0
        self._question = ""
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "train",
        **kwargs: Any,
    ) -> ClauseObservation:
        """A new contract and question, chosen by the seed.

        Raises:
            ValueError: there is no such split.
        """
        if split not in EVENTS:
            raise ValueError(f"split must be train or test, not {split!r}")
        rng = random.Random() if seed is None else random.Random(f"contract {split} {seed}")
        self._clauses, self._right, self._question = contract(rng, split)
        self._done = False
        self._state = ClauseState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._observation("", None)

    def step(
        self, action: ClauseAction, timeout_s: float | None = None, **kwargs: Any
    ) -> ClauseObservation:
        """Search, read or cite."""
        if self._done:
            return self._observation("the file is closed", 0.0)
        self._state.step_count += 1
        act, inside = action.act.strip().lower(), 1 <= action.clause <= len(self._clauses)
        parts: dict[str, float] = {}
        if act == "cite" and inside:
            self._done = True
            parts = self._mark(action.clause, action.quote)
            result = "cited"
        elif act == "read" and inside:
            result = f"{action.clause}. {self._clauses[action.clause - 1]}"
        elif act == "search" and words_of(action.words):
            result = self._search(set(words_of(action.words)))
        else:
            result = "not possible"
        self._done = self._done or self._state.step_count >= STEPS
        observation = self._observation(result, sum(parts.values()))
        observation.parts = parts
        return observation

    @property
    def state(self) -> ClauseState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _mark(self, clause: int, quote: str) -> dict[str, float]:
        if clause != self._right:
            return {"clause": 0.0, "quote": 0.0}
        said, text = words_of(quote), f" {' '.join(words_of(self._clauses[clause - 1]))} "
        quoted = len(said) >= 5 and f" {' '.join(said)} " in text
        return {"clause": 0.75, "quote": 0.25 if quoted else 0.0}

    def _search(self, wanted: set[str]) -> str:
        scores = [
            (-len(wanted & set(words_of(text))), k) for k, text in enumerate(self._clauses, 1)
        ]
        found = [k for score, k in sorted(scores)[:4] if score < 0]
        return "\n".join(f"{k}. {self._clauses[k - 1][:60]}..." for k in found) or "nothing found"

    def _observation(self, result: str, reward: float | None) -> ClauseObservation:
        return ClauseObservation(
            question=self._question,
            clauses=len(self._clauses),
            result=result,
            steps_left=0 if self._done else STEPS - self._state.step_count,
            reward=reward,
            done=self._done,
        )

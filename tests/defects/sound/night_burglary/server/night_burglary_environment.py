"""An investigation, from the first room to the accusation."""

import uuid
from random import Random, SystemRandom
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..cases import CASES, LEVELS, TRAITS, Case, open_case
    from ..models import BurglaryAction, BurglaryObservation, BurglaryState, Suspect
except ImportError:  # started inside the folder
    from cases import CASES, LEVELS, TRAITS, Case, open_case
    from models import BurglaryAction, BurglaryObservation, BurglaryState, Suspect

MAX_STEPS = 10


class NightBurglaryEnvironment(Environment[BurglaryAction, BurglaryObservation, BurglaryState]):
    """Accuse the culprit. `reset(seed=..., level=1..3, split="train"|"test", index=...)`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = BurglaryState()
        self._case: Case | None = None
        self._visited: list[str] = []
        self._done = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int = 1,
        split: str = "train",
        index: int | None = None,
        **kwargs: Any,
    ) -> BurglaryObservation:
        """Open a case: number `index` of the split, or one that the seed draws."""
        if level not in LEVELS:
            raise ValueError(f"level must be one of {list(LEVELS)}")
        if split not in CASES:
            raise ValueError(f"split must be one of {list(CASES)}")
        numbers = CASES[split]
        if index is None:
            rng = SystemRandom() if seed is None else Random(f"archive {seed}")
            index = rng.randrange(len(numbers))
        elif not 0 <= index < len(numbers):
            raise ValueError(f"index must be from 0 to {len(numbers) - 1}")
        self._case = open_case(numbers[index], level)
        self._visited = []
        self._done = False
        self._state = BurglaryState(
            episode_id=episode_id or str(uuid.uuid4()), step_count=0, level=level, split=split
        )
        return self._observe("The safe is empty, and nobody has left the house.")

    def step(
        self, action: BurglaryAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BurglaryObservation:
        """Examine a room, or accuse."""
        action = BurglaryAction.model_validate(action.model_dump(warnings=False))
        if self._case is None:
            return BurglaryObservation(done=True, reward=0.0, message="Call reset first.")
        if self._done:
            return self._observe("The case is closed.", 0.0)
        self._state.step_count += 1
        self._done = self._state.step_count >= MAX_STEPS
        if action.kind == "examine":
            return self._observe(self._examine(action.target), 0.0)
        names = [person.name for person in self._case.suspects]
        if action.target not in names:
            return self._observe("There is nobody of that name.", 0.0)
        self._done = True
        right = names.index(action.target) == self._case.culprit
        return self._observe(f"You accused {action.target}.", float(right))

    @property
    def state(self) -> BurglaryState:
        return self._state.model_copy(deep=True)

    def _examine(self, room: str) -> str:
        assert self._case is not None
        if room not in self._case.found:
            return "There is no such room."
        if room not in self._visited:
            self._visited.append(room)
        return f"You examined the {room}."

    def _observe(self, message: str, reward: float | None = None) -> BurglaryObservation:
        case = self._case
        assert case is not None
        return BurglaryObservation(
            case_number=case.number,
            level=case.level,
            suspects=[
                Suspect(name=person.name, **{name: person.trait(name) for name in TRAITS})
                for person in case.suspects
            ],
            rooms=list(case.found),
            visits_left=len(case.found) - len(self._visited),
            traces={room: case.found[room] for room in self._visited},
            steps_left=MAX_STEPS - self._state.step_count,
            message=message,
            done=self._done,
            reward=reward,
        )

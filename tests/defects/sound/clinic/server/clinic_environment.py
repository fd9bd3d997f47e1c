"""Find out what a patient has: questions are free, tests cost, the diagnosis is paid."""

import random
from typing import Any
from uuid import uuid4

from models import ClinicAction, ClinicObservation, ClinicState
from openenv.core.env_server.interfaces import Environment

ILLNESSES = {
    "influenza": ("fever", "cough", "aches"),
    "measles": ("fever", "rash", "cough"),
    "migraine": ("headache", "nausea", "glare"),
    "meningitis": ("fever", "headache", "glare"),
    "hay fever": ("sneezing", "itching", "cough"),
    "food poisoning": ("nausea", "fever", "cramps"),
    "scabies": ("rash", "itching", "burrows"),
    "appendicitis": ("cramps", "nausea", "tenderness"),
}
SYMPTOMS = tuple(sorted({one for signs in ILLNESSES.values() for one in signs}))
VISITS = 8
TEST_COST = 0.1


class ClinicEnvironment(Environment[ClinicAction, ClinicObservation, ClinicState]):
    """A patient at a time."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._illness = ""
        self._findings: dict[str, bool] = {}
        self._listed: list[str] = []
        self._over = False
        self._state = ClinicState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ClinicObservation:
        """A new patient comes in with one complaint."""
        rng = random.Random(seed)
        self._illness = rng.choice(list(ILLNESSES))
        self._findings = {rng.choice(ILLNESSES[self._illness]): True}
        self._listed = sorted(ILLNESSES)
        rng.shuffle(self._listed)
        self._over = False
        self._state = ClinicState(episode_id=episode_id or str(uuid4()))
        return self._see("A patient comes in.", None)

    def step(
        self, action: ClinicAction, timeout_s: float | None = None, **options: Any
    ) -> ClinicObservation:
        """Ask, test or diagnose."""
        if not self._illness:
            raise RuntimeError("there is no patient: call reset() before step()")
        if self._over:
            return self._see("The patient has gone: call reset().", 0.0)
        self._state.step_count += 1
        target = action.target.strip().lower()
        reward, message = 0.0, ""
        if action.kind == "diagnose":
            self._over = True
            if target == self._illness:
                reward, message = 1.0, "The patient recovers."
            else:
                message = "The patient does not get better."
        elif target not in SYMPTOMS:
            message = "Nobody has heard of that."
        else:
            if action.kind == "test":
                self._state.tests += 1
                reward = -TEST_COST
                for sign in ILLNESSES[self._illness]:
                    self._findings[sign] = True
            self._findings[target] = target in ILLNESSES[self._illness]
            message = f"{target}: {'yes' if self._findings[target] else 'no'}"
        self._over = self._over or self._state.step_count >= VISITS
        return self._see(message, reward)

    def _see(self, message: str, reward: float | None) -> ClinicObservation:
        return ClinicObservation(
            message=message,
            symptoms=list(SYMPTOMS),
            illnesses=list(self._listed),
            findings=dict(self._findings),
            visits_left=VISITS - self._state.step_count,
            reward=reward,
            done=self._over,
        )

    @property
    def state(self) -> ClinicState:
        """A copy of the public state."""
        return self._state.model_copy()

"""A simulated oven."""

from __future__ import annotations

import random
from collections import deque

ROOM, TARGET, SECONDS = 20.0, 180.0, 900
RANGES = {"small": ((230, 1800), (40, 120), (3, 14)), "large": ((230, 1800), (90, 150), (10, 20))}


class Oven:
    """First order with a delay."""

    def __init__(self, rng: random.Random, size: str) -> None:
        power, inertia, delay = RANGES[size]
        self.power = power[0] * (power[1] / power[0]) ** rng.random()
        self.inertia = rng.uniform(*inertia)
        self.delay = rng.randint(*delay)
        self.temperature = ROOM

    def run(self, kp: float, ki: float, kd: float) -> list[float]:
        """The temperatures of a trial, second by second."""
        self.temperature = ROOM
        pipe = deque([0.0] * self.delay)
        integral, before, temperatures = 0.0, TARGET - self.temperature, []
        for _ in range(SECONDS):
            error = TARGET - self.temperature
            wish = kp * error + ki * (integral + error) + kd * (error - before)
            heat = min(1.0, max(0.0, wish))
            if heat == wish:
                integral += error
            before = error
            pipe.append(heat)
            drive = self.power * pipe.popleft() - (self.temperature - ROOM)
            self.temperature += drive / self.inertia
            temperatures.append(self.temperature)
        return temperatures


def judge(temperatures: list[float]) -> tuple[float, int | None, float]:
    """Overshoot, time to settle, ripple."""
    overshoot = max(0.0, max(temperatures) - TARGET)
    outside = [second for second, t in enumerate(temperatures) if abs(t - TARGET) > 3]
    settled = outside[-1] + 1 if outside else 0
    ripple = max(abs(t - TARGET) for t in temperatures[-200:])
    return overshoot, settled if settled < SECONDS else None, ripple

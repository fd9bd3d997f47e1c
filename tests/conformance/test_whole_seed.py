"""Seeds that are cut before they reach a generator, and tables that explain few tasks."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.checking.probes.generator_seeds import recorded_seeds
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reset.whole_seed import require_whole_seed

SIZE = 200
KINDS = 37


class Drawn:
    """Draws a number as `how` says, also where no seed is given."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.table = list(range(KINDS)) if how == "table" else []

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        seed = random.SystemRandom().getrandbits(31) if seed is None else seed
        if self.how == "whole":
            rng = random.Random(seed)
        elif self.how == "whole and cut":
            rng = random.Random(seed)
            random.Random(seed % KINDS)
        elif self.how == "constant":
            rng = random.Random(7)
        elif self.how == "no generator":
            return {"number": seed % KINDS}
        else:
            rng = random.Random(f"task {seed % KINDS}")
        return {"number": rng.random()}


def _check(how: str) -> None:
    subject: Any = SimpleNamespace(root=None, env_class=Drawn, factory=lambda: Drawn(how))

    def play(episode: Episode) -> list[dict[str, Any]]:
        return [InProcessDriver(subject).reset(**episode.calls[0].options).plain()]

    context: Any = SimpleNamespace(
        subject=subject,
        new_driver=lambda: InProcessDriver(subject),
        declared=SimpleNamespace(tasks={}),
        rng=random.Random,
        play_messages=play,
    )
    require_whole_seed(context, SIZE)


def test_a_seed_that_is_cut_is_named_with_its_modulus() -> None:
    with pytest.raises(PropertyViolated, match=rf"from 'task \d+', .* modulo {KINDS}"):
        _check("cut")


@pytest.mark.parametrize("how", ["whole", "whole and cut", "constant", "no generator", "table"])
def test_whole_seeds_and_tables_are_no_findings(how: str) -> None:
    _check(how)


def test_the_seeds_of_numpy_and_of_the_module_random_are_recorded() -> None:
    generators = pytest.importorskip("numpy.random")
    subject: Any = SimpleNamespace(root=None, env_class=Drawn)
    state = random.getstate()
    with recorded_seeds(subject) as made:
        random.Random("a")
        random.Random()
        generators.default_rng(seed=3)
        random.seed(4)
    random.setstate(state)
    assert made == ["'a'", "3", "4"]
    random.Random(5)
    assert len(made) == 3

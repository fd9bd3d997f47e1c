"""Seeds that are cut before they reach a generator, and tables that explain few tasks."""

from __future__ import annotations

import functools
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


class Rows:
    """A table that is no builtin container, as those of numpy, pandas and datasets."""

    def __len__(self) -> int:
        return KINDS


@functools.lru_cache
def _cached(number: int) -> float:
    return random.Random(f"task {number}").random()


class Drawn:
    """Draws a number as `how` says, also where no seed is given."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.table = {"table": list(range(KINDS)), "rows": Rows()}.get(how)

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        seed = random.SystemRandom().getrandbits(31) if seed is None else seed
        self.answer = seed if self.how == "hidden answer" else seed % KINDS
        if self.how == "whole":
            rng = random.Random(seed)
        elif self.how == "whole and cut":
            rng = random.Random(seed)
            random.Random(seed % KINDS)
        elif self.how == "whole unused":
            random.Random(seed)
            rng = random.Random(f"task {seed % KINDS}")
        elif self.how == "drawn number":
            rng = random.Random(f"task {random.Random(seed).randrange(KINDS)}")
        elif self.how == "cached":
            return {"number": _cached(seed % KINDS)}
        elif self.how == "constant":
            rng = random.Random(7)
        elif self.how == "no generator":
            return {"number": seed % KINDS}
        else:
            rng = random.Random(f"task {seed % KINDS}")
        return {"number": rng.random()}

    def step(self, action: dict[str, int]) -> dict[str, Any]:
        return {"right": action["answer"] == self.answer, "done": True}


def _oracle(env: Drawn, observation: Any) -> dict[str, int]:
    return {"answer": env.answer}


def _check(how: str, oracle: Any = _oracle) -> None:
    subject: Any = SimpleNamespace(
        root=None,
        url=None,
        env_class=Drawn,
        factory=lambda: Drawn(how),
        action_type=dict,
        proof=SimpleNamespace(oracle=oracle),
    )

    def play(episode: Episode) -> list[dict[str, Any]]:
        driver = InProcessDriver(subject)
        reset, step = episode.calls
        return [driver.reset(**reset.options).plain(), driver.step(step.action).plain()]

    context: Any = SimpleNamespace(
        subject=subject,
        new_driver=lambda: InProcessDriver(subject),
        new_in_process_driver=lambda: InProcessDriver(subject),
        declared=SimpleNamespace(tasks={}),
        rng=random.Random,
        play_messages=play,
        random_episode=lambda *_: Episode.of(None, [{"answer": -1}]),
        survey=SimpleNamespace(use_async=False, found={}, solutions=[]),
    )
    require_whole_seed(context, SIZE)


@pytest.mark.parametrize("how", ["cut", "whole unused"])
def test_a_seed_that_is_cut_is_named_with_its_modulus(how: str) -> None:
    with pytest.raises(PropertyViolated, match=rf"from 'task \d+', .* modulo {KINDS}"):
        _check(how)


@pytest.mark.parametrize(
    "how",
    [
        "whole",
        "whole and cut",
        "drawn number",
        "constant",
        "no generator",
        "table",
        "rows",
        "hidden answer",
    ],
)
def test_whole_seeds_and_tables_are_no_findings(how: str) -> None:
    _check(how)


def test_without_an_oracle_what_the_instance_holds_is_compared() -> None:
    with pytest.raises(PropertyViolated, match=f"modulo {KINDS}"):
        _check("cut", oracle=None)
    _check("hidden answer", oracle=None)


def test_with_an_oracle_that_fails_nothing_is_said() -> None:
    def failing(env: Drawn, observation: Any) -> dict[str, int]:
        raise ValueError("unknown task")

    _check("cut", oracle=failing)


def test_tasks_that_are_kept_in_a_cache_are_drawn_again() -> None:
    with pytest.raises(PropertyViolated, match=f"modulo {KINDS}"):
        _check("cached")


def test_the_seeds_of_numpy_and_of_the_module_random_are_recorded() -> None:
    generators = pytest.importorskip("numpy.random")
    subject: Any = SimpleNamespace(root=None, env_class=Drawn)
    state = random.getstate()
    with recorded_seeds(subject) as made:
        random.Random("a")
        random.Random()
        generators.default_rng(seed=3)
        generators.default_rng(generators.default_rng(1).integers(5, 6))
        random.seed(4)
        random.Random("long " * 100 + "a")
        random.Random("long " * 100 + "b")
    random.setstate(state)
    assert made[:5] == ["'a'", "3", "1", "5", "4"]
    assert made[5] != made[6]
    random.Random(5)
    assert len(made) == 7

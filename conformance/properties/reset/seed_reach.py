"""Reset: different seeds are not reduced to a few tasks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_SAMPLE = 240
"""Seeds, and resets without a seed, that are compared first."""
_LARGE_SAMPLE = 700
"""Resets without a seed that are compared if a rule by which seeds are reduced was found."""
_FEWEST_REPEATED = 16
"""Repeated episodes that do not occur by chance where unseeded resets repeat at most one.

If both draw from equally many tasks, so uneven a division of 17 repetitions has a probability below
1 in 5,000; it must be seen in two samples: below 1 in 10 million.
"""
_PAIRS = 32
"""Pairs of seeds on which a rule must hold.

If a share of unrelated pairs is equal that passes the screen, and rules say nothing, the screen and
any of all rules are passed together with a probability within the property's share of the error
rate, whatever the share of equal pairs is.
"""
_SMALLEST_VARIETY = 0.6
"""Largest share of equal episodes among unrelated seeds at which rules can be tried."""

_SLOW_RESET_S, _SLOW_STEP_S = 0.005, 0.002
"""Seconds above which resets, or steps, are too slow for hundreds of them."""

Relation = Callable[[random.Random], tuple[int, int]]


@check("reset.seed_reach")
def seed_reach(context: CheckContext) -> None:
    """Count equal episodes of random seeds; then try pairs that a reduction makes equal."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    context.require_capability_absent("stochastic", "a seed does not fix the episode")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    if context.survey.reset_s > _SLOW_RESET_S:
        raise EvidenceMissing("a reset takes too long for hundreds of them")
    _require_few_repetitions(context)
    rng = context.rng("related seeds")
    unrelated = sum(_is_one_episode(context, *_random_pair(rng)) for _ in range(_PAIRS))
    if unrelated > _SMALLEST_VARIETY * _PAIRS:
        raise NotApplicable("too few different episodes to compare seeds")
    for name, relation in context.until_budget(_relations(), least=24):
        pairs = [relation(rng) for _ in range(_PAIRS)]
        if not all(_is_one_episode(context, *pair) for pair in pairs):
            continue
        texts = [_text(context, None) for _ in range(_LARGE_SAMPLE)]
        if _repeated(texts) <= 1:
            one, other = pairs[0]
            text = f"seeds that are equal {name} give one episode, on {_PAIRS} of {_PAIRS} pairs"
            raise PropertyViolated(f"{text}, such as {one} and {other}", _show(one, other))


def _require_few_repetitions(context: CheckContext) -> None:
    """Raise if random seeds often give one episode, and resets without a seed do not.

    Seen twice, on different seeds, before it is reported.
    """
    for round_name in ("first", "second"):
        rng = context.rng(f"{round_name} seeds")
        seeds = [rng.randrange(2**31) for _ in range(_SAMPLE)]
        texts = [_text(context, seed) for seed in seeds]
        if _repeated(texts) < _FEWEST_REPEATED:
            return
        unseeded = [_text(context, None) for _ in range(_SAMPLE)]
        if _repeated(unseeded) > 1:
            return
    most, _ = Counter(texts).most_common(1)[0]
    alike = [seed for seed, text in zip(seeds, texts, strict=True) if text == most]
    text = f"{_SAMPLE} random seeds gave {len(set(texts))} different episodes"
    text += f", as many resets without a seed {len(set(unseeded))}"
    raise PropertyViolated(text, _show(alike[0], alike[1]))


def _relations() -> Iterator[tuple[str, Relation]]:
    """Ways in which programs reduce seeds; those to 32 bits and to the absolute value are usual."""
    moduli = (1000, 1024, 2048, 4096, 9999, 10_000, 16_384, 32_768, 65_536, 99_999, 100_000)
    for modulus in (*moduli, 2**20, 10**6, 2**24, 10**9 + 7):
        yield f"modulo {modulus}", _modulo(modulus)
    for digits in (3, 4, 5, 6):
        yield f"in the first {digits} digits", _prefix(digits)
    for size in (10, 100, 1000, 256, 65_536):
        yield f"when divided by {size}", _same_block(size)
    yield "above 100,000", _large(100_000)
    yield "above 2**31", _large(2**31)


def _random_pair(rng: random.Random) -> tuple[int, int]:
    return rng.randrange(2**31), rng.randrange(2**31)


def _modulo(modulus: int) -> Relation:
    def pair(rng: random.Random) -> tuple[int, int]:
        one = rng.randrange(modulus)
        return one, one + modulus * rng.randrange(1, 20)

    return pair


def _prefix(digits: int) -> Relation:
    def pair(rng: random.Random) -> tuple[int, int]:
        one = rng.randrange(10 ** (digits - 1), 10**digits)
        return one, 10 * one + rng.randrange(1, 10)

    return pair


def _same_block(size: int) -> Relation:
    def pair(rng: random.Random) -> tuple[int, int]:
        start = size * rng.randrange(10**4, 10**5)
        one, other = rng.sample(range(size), 2)
        return start + one, start + other

    return pair


def _large(least: int) -> Relation:
    def pair(rng: random.Random) -> tuple[int, int]:
        return rng.randrange(least, least * 2), rng.randrange(least * 2, least * 64)

    return pair


def _is_one_episode(context: CheckContext, one: int, other: int) -> bool:
    return _text(context, one) == _text(context, other)


def _text(context: CheckContext, seed: int | None) -> str:
    """The content of an opening as text; with two steps, unless they take long."""
    steps = 2 if context.survey.step_s < _SLOW_STEP_S else 0
    episode = Episode.of(seed, context.random_episode(0, steps, "reach").actions)
    return content_text(context.play_messages(episode))


def _repeated(texts: list[str]) -> int:
    return len(texts) - len(set(texts))


def _show(one: int, other: int) -> Episode:
    return Episode((*Episode.of(one, []).calls, *Episode.of(other, []).calls), "two seeds")

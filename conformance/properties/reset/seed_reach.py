"""Reset: different seeds are not reduced to a few tasks, nor to many."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reset.reduced_beside_options import (
    require_whole_seeds_beside_options,
)
from hallmark_rl.conformance.properties.reset.repeated_episodes import (
    count_repeated,
    equal_episodes,
    fewer_unseeded,
    two_resets,
)
from hallmark_rl.conformance.properties.reset.whole_seed import require_whole_seed

_SAMPLE = 240
"""Seeds, and resets without a seed, that are compared first."""
_LARGE_SAMPLE = 700
"""Resets without a seed that are compared if a rule by which seeds are reduced was found."""
_PAIRS = 43
"""Pairs of seeds on which a rule must hold.

If a share of unrelated pairs is equal that passes the screen, and rules say nothing, the screen and
any of all rules are passed together with a probability within the property's share of the error
rate, whatever the share of equal pairs is.
"""
_SMALLEST_VARIETY = 0.6
"""Largest share of equal episodes among unrelated seeds at which rules can be tried."""

_SMALLEST_SAMPLE, _SAMPLE_SECONDS = 40, 1.0
_SLOW_RESET_S, _SLOW_STEP_S = 0.05, 0.002
"""Seconds above which resets are too slow for hundreds of them, and steps for any."""
_VERY_SLOW_RESET_S = 1.0
"""Seconds above which resets are too slow for `_SMALLEST_SAMPLE` of them."""

Relation = Callable[[random.Random], tuple[int, int]]


@dataclass(frozen=True)
class Rule:
    """A way to reduce seeds.

    Attributes:
        name: when it takes two seeds for equal.
        pair: draws two seeds that it takes for equal.
        most_repeated: the largest number of repeated episodes among `_LARGE_SAMPLE` resets without
            a seed at which the rule, and not the number of tasks, makes episodes equal. None for
            rules that no small number of tasks explains: it does not make neighbours equal.
    """

    name: str
    pair: Relation
    most_repeated: int | None = None


@check("reset.seeds_reduced")
def seeds_reduced(context: CheckContext) -> None:
    """Count equal episodes of random seeds; then try seeds that lie near each other.

    Where resets are slow, only the first, on fewer seeds.
    """
    _require_seeds(context)
    if _reset_s(context) > _VERY_SLOW_RESET_S:
        raise NotApplicable(f"a reset takes {_reset_s(context):.1f} s: too long to compare seeds")
    require_whole_seed(context, _sample_size(context))
    _require_few_repetitions(context)
    require_whole_seeds_beside_options(context)
    if not _resets_are_slow(context):
        _require_no_rule(context, few_tasks())


@check("reset.seed_reach")
def seed_reach(context: CheckContext) -> None:
    """Try pairs of seeds that a reduction to many values makes equal."""
    _require_seeds(context)
    if _resets_are_slow(context):
        raise EvidenceMissing("a reset takes too long for hundreds: use --profile thorough")
    _require_no_rule(context, many_tasks())


def _require_seeds(context: CheckContext) -> None:
    """Raise if seeds do not choose tasks."""
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    context.require_capability_absent("stochastic", "a seed does not fix the episode")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")


def _reset_s(context: CheckContext) -> float:
    """Seconds of a reset, with the start of an environment."""
    return context.survey.reset_s + context.survey.start_s


def _resets_are_slow(context: CheckContext) -> bool:
    """Whether hundreds of resets take too long for the profile."""
    return _reset_s(context) > _SLOW_RESET_S * (10 if context.profile.name == "thorough" else 1)


def _sample_size(context: CheckContext) -> int:
    """How many seeds are compared first: fewer where resets are slow."""
    cost = max(_reset_s(context), 1e-4)
    return max(_SMALLEST_SAMPLE, min(_SAMPLE, int(_SAMPLE_SECONDS / cost)))


def _require_no_rule(context: CheckContext, rules: Iterator[Rule]) -> None:
    """Raise if a rule makes seeds equal whose episodes differ without a seed."""
    rng = context.rng("related seeds")
    unrelated = sum(_is_one_episode(context, *_random_pair(rng)) for _ in range(_PAIRS))
    if unrelated > _SMALLEST_VARIETY * _PAIRS:
        raise NotApplicable("too few different episodes to compare seeds")
    for rule in context.until_budget(rules, least=24):
        pairs = [rule.pair(rng) for _ in range(_PAIRS)]
        if not all(_is_one_episode(context, *pair) for pair in pairs):
            continue
        if rule.most_repeated is None or _unseeded_repeated(context) <= rule.most_repeated:
            one, other = pairs[0]
            text = (
                f"seeds that are equal {rule.name} give one episode, on {_PAIRS} of {_PAIRS} pairs"
            )
            raise PropertyViolated(f"{text}, such as {one} and {other}", two_resets(one, other))


def _require_few_repetitions(context: CheckContext) -> None:
    """Raise if random seeds often give one episode, and resets without a seed do not.

    Seen twice, on different seeds, before it is reported.
    """
    size = _sample_size(context)
    for round_name in ("first", "second"):
        rng = context.rng(f"{round_name} seeds")
        seeds = [rng.randrange(2**31) for _ in range(size)]
        texts = [_text(context, seed) for seed in seeds]
        unseeded = fewer_unseeded(texts, (_text(context, None) for _ in range(size)))
        if not unseeded:
            return
    text = f"{size} random seeds gave {len(set(texts))} different episodes"
    text += f", as many resets without a seed {len(set(unseeded))}"
    raise PropertyViolated(text, equal_episodes(seeds, texts))


def _unseeded_repeated(context: CheckContext) -> int:
    return count_repeated([_text(context, None) for _ in range(_LARGE_SAMPLE)])


def few_tasks() -> Iterator[Rule]:
    """Ways to reduce seeds to a few tasks, or to give neighbouring seeds one task."""
    for size in (1024, 1000, 512, 500, 256, 128, 100, 64, 50, 32, 20, 16, 10, 8, 5, 4, 3, 2):
        yield Rule(f"when divided by {size}", _same_block(size))
    for digits in (2, 3):
        yield Rule(f"in the first {digits} digits", _prefix(digits))
    for modulus in (100, 1000, 1024, 2000, 2048, 4096):
        expected = _LARGE_SAMPLE**2 / (2 * modulus)  # repetitions if there are so many tasks
        yield Rule(f"modulo {modulus}", _modulo(modulus), int(expected / 3))


def many_tasks() -> Iterator[Rule]:
    """Other ways in which programs reduce seeds; a reduction to 32 bits is usual."""
    moduli = (9999, 10_000, 16_384, 32_768, 65_536, 99_999, 100_000)
    for modulus in (*moduli, 2**20, 10**6, 2**24, 10**9 + 7):
        yield Rule(f"modulo {modulus}", _modulo(modulus), 1)
    for digits in (4, 5, 6):
        yield Rule(f"in the first {digits} digits", _prefix(digits), 1)
    for size in (10_000, 65_536):
        yield Rule(f"when divided by {size}", _same_block(size), 1)
    yield Rule("above 100,000", _large(100_000), 1)
    yield Rule("above 2**31", _large(2**31), 1)


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

"""Gymnasium: seeds, generators and state that is kept or shared."""

from __future__ import annotations

import math
from typing import Any

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.gyms.gym_context import GymContext, GymFinding, Settings
from hallmark_rl.conformance.gyms.gym_registry import gym_check
from hallmark_rl.conformance.gyms.seen_values import short_text

_STEPS = 100
_FEWEST = 6
_COMPARED = 12
_RATE = 1e-3
_OPTIONS = 12
"""Options that are tried."""


def _play(context: GymContext, seed: int, /, **more: object) -> Settings:
    return Settings(seeds=[seed], policy_seed=context.seed + 5, steps=_STEPS, **more)


def _require_equal(context: GymContext, plain: Settings, other: Settings, what: str) -> None:
    """Raise if two plays are seen to differ."""
    left, right = context.play_whole(plain, other)
    if not left.parts:
        raise EvidenceMissing(f"random play fails, see gym.interface: {left.problem}")
    if left.seen != right.seen:
        if plain != other:
            context.require_reproducible(plain)
        raise GymFinding(f"{what}: {left.first_difference(right)}", [plain, other])


@gym_check("gym.seed_reproducible")
def seed_reproducible(context: GymContext) -> None:
    context.require_play()
    for number in range(min(4, context.profile.seeds)):
        settings = _play(context, context.seed + 100 + number)
        _require_equal(context, settings, settings, f"seed {settings['seeds'][0]} twice")


@gym_check("gym.seed_again")
def seed_again(context: GymContext) -> None:
    """The last of several episodes of one instance, against the first of a new one."""
    context.require_play()
    for number in range(min(3, context.profile.seeds)):
        seed = context.seed + 200 + number
        alone = _play(context, seed)
        after = Settings(alone, seeds=[seed + 50, seed + 51, None, seed])
        first, later = context.play_whole(alone, after)
        if failed := later.failure("reset", "facts"):
            raise GymFinding(f"`reset` after other episodes raised {failed}", [after])
        if not first.parts or len(later.parts) < len(after["seeds"]):
            raise EvidenceMissing(f"see gym.interface: {first.problem or later.problem}")
        last = later.parts[-1]
        if first.seen != last.seen:
            if later.problem and not last.failure("step"):
                raise EvidenceMissing(f"an episode fails, see gym.interface: {later.problem}")
            context.require_reproducible(alone)
            raise GymFinding(
                f"seed {seed} in a new instance and after three episodes: "
                f"{first.first_difference(last)}",
                [alone, after],
            )


def _first_observations(context: GymContext, seeds: list[int | None]) -> list[str]:
    """What is seen of an episode of each seed, in processes of their own."""
    plays = [
        Settings(seeds=[seed], policy=0, policy_seed=0, steps=_STEPS, scribble=False)
        for seed in seeds
    ]
    return [transcript.seen for transcript in context.play_whole(*plays)]


@gym_check("gym.seed_varies")
def seed_varies(context: GymContext) -> None:
    context.require_play()
    if context.declared.deterministic:
        raise NotApplicable("declared['deterministic']: all episodes are alike")
    count = max(_FEWEST, context.profile.seeds)
    if len(set(_first_observations(context, [None] * count))) == 1:
        raise NotApplicable("episodes do not differ without a seed either")
    seeds: list[int | None] = [context.seed + 300 + 37 * number for number in range(count)]
    different = len(set(_first_observations(context, seeds)))
    if different == 1:
        raise GymFinding(f"{count} seeds give the same episode; without a seed episodes differ")


@gym_check("gym.reset_continues")
def reset_continues(context: GymContext) -> None:
    """Exact test: were episodes without a seed drawn as those of seeds are, that all of them are
    alike is as probable as that the ones without are a random part of all (hypergeometric)."""
    context.require_play()
    if context.declared.deterministic:
        raise NotApplicable("declared['deterministic']: all episodes are alike")
    count = max(_COMPARED, context.profile.seeds)
    settings = Settings(seeds=[context.seed, *[None] * count], policy=0, steps=_STEPS)
    transcript = context.play_whole(settings)[0]
    if failed := transcript.failure("reset"):
        raise EvidenceMissing(f"`reset` without a seed raised {failed}")
    without = [part.seen for part in transcript.parts[1:]]
    if len(without) < count:
        raise EvidenceMissing(f"episodes without a seed fail: {transcript.problem}")
    if len(set(without)) > 1:
        return
    seeds: list[int | None] = [context.seed + 400 + 41 * number for number in range(count)]
    seeded = _first_observations(context, seeds)
    if len(set(seeded)) == 1:
        raise NotApplicable("all episodes are alike")
    alike = count + seeded.count(without[0])
    if math.comb(alike, count) > _RATE * math.comb(2 * count, count):
        raise EvidenceMissing("episodes without a seed are alike, but seeds hardly differ either")
    text = f"{count} episodes after `reset()` without a seed are the same, those of seeds differ"
    raise GymFinding(f"{text} (exact test, error rate {_RATE:g})", [settings])


@gym_check("gym.options_forgotten")
def options_forgotten(context: GymContext) -> None:
    """Learn the options, play an episode with each, and after each one without."""
    context.require_play()
    learn = Settings(seeds=[context.seed + 850], steps=0, learn_options=True)
    learnt: dict[str, Any] = next(context.play_whole(learn)[0].of("options"), {})
    if not learnt.get("asked"):
        raise NotApplicable("`reset` reads no options")
    if not learnt["accepted"]:
        raise EvidenceMissing(
            f"`reset` reads the options {learnt['asked']}, but accepted no value that was tried"
        )
    seed = context.seed + 851
    alone = _play(context, seed)
    first = context.play_whole(alone)[0]
    for options in learnt["accepted"][:_OPTIONS]:
        settings = Settings(alone, seeds=[seed + 1, seed], options=[options, None])
        later = context.play_whole(settings)[0]
        if len(later.parts) == 2 and first.seen != later.parts[1].seen:
            context.require_reproducible(alone)
            raise GymFinding(
                f"seed {seed} in a new instance, and after an episode with the options "
                f"{short_text(options)}: {first.first_difference(later.parts[1])}",
                [alone, settings],
            )


@gym_check("gym.own_generator")
def own_generator(context: GymContext) -> None:
    context.require_play()
    for number in range(min(3, context.profile.seeds)):
        plain = _play(context, context.seed + 500 + number)
        _require_equal(
            context,
            plain,
            Settings(plain, disturb=True),
            "without and with draws from `random` and `numpy.random` between the calls",
        )


@gym_check("gym.other_process")
def other_process(context: GymContext) -> None:
    context.require_play()
    settings = _play(context, context.seed + 600)
    here = context.play_whole(settings)[0]
    for hash_seed in ("1", "2"):
        there = context.play_elsewhere(settings, {"PYTHONHASHSEED": hash_seed})
        if here.seen != there.seen:
            context.require_reproducible(settings)
            raise GymFinding(
                f"here and in an interpreter with PYTHONHASHSEED={hash_seed}: "
                f"{here.first_difference(there)}",
                [settings],
            )


@gym_check("gym.instances_apart")
def instances_apart(context: GymContext) -> None:
    context.require_play()
    for number in range(min(3, context.profile.seeds)):
        plain = _play(context, context.seed + 700 + number)
        _require_equal(
            context, plain, Settings(plain, beside=True), "alone and beside another instance"
        )

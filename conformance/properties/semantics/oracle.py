"""Semantics: the verifier: what the oracle earns, always and everywhere."""

from __future__ import annotations

import inspect
from typing import Any

from hallmark_rl.conformance.actions.action_source import action_to_dict
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_policy, read_success
from hallmark_rl.conformance.survey.survey_data import Rollout


def _same(left: float, right: float) -> bool:
    return abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right))


@check("semantic.oracle_max")
def oracle_max(context: CheckContext) -> None:
    if context.survey.evidence.get("oracle") and not context.survey.solutions[:1]:
        raise EvidenceMissing(f"the oracle cannot be used: {context.survey.evidence['oracle']}")
    for one in context.survey.solutions or context.solutions:
        if one.error:
            raise PropertyViolated(
                f"the oracle does not finish: {one.error}", one.episode("solution")
            )
        continuing = "continuing" in context.declared.capabilities
        by_chance = "stochastic" in context.declared.capabilities
        if not one.done and not continuing:
            raise PropertyViolated(
                f"the oracle's {len(one.actions)} actions do not end the episode",
                one.episode("solution"),
            )
        if one.success is False and not continuing:
            raise PropertyViolated(
                "after the oracle's episode success is False", one.episode("solution")
            )
        wanted = (
            context.declared.success
            if context.declared.success is not None
            else context.declared.high
        )
        best = max([one.total, *one.rewards], default=0.0)
        if wanted is not None and best < wanted - context.declared.tolerance:
            if context.declared.success is None and (continuing or by_chance):
                continue  # the end of a range is what luck or time may bring
            if context.declared.success is None and _consistent_below(context, wanted):
                continue
            raise PropertyViolated(
                f"the oracle earns {one.total:.4g}, the declared maximum is {wanted:g}",
                one.episode("solution"),
            )


def _consistent_below(context: CheckContext, wanted: float) -> bool:
    """A range with room above (costs, bonuses): the oracle ends every episode as a success."""
    flags = [one.success for one in context.solutions]
    return all(flags) and min(one.total for one in context.solutions) > 0.5 * wanted


@check("semantic.floor_gap")
def floor_gap(context: CheckContext) -> None:
    reference = context.reference
    _require_unpaid_end(context)
    span = 1.0
    if context.declared.low is not None and context.declared.high is not None:
        span = min(1.0, context.declared.high - context.declared.low)
    needed = min(context.declared.margin, 0.5) * span
    for label, group in (
        ("doing nothing", context.survey.null_rollouts),
        ("random play", context.survey.random_rollouts),
    ):
        good = [one for one in group if not one.error]
        if not good:
            continue
        if label == "random play":
            needed = min(needed, 0.05 * span)
        mean = sum(one.total for one in good) / len(good)
        if reference - mean < needed - 1e-9:
            # Few seeds may all be easy, or all be lost: look at more of them.
            more = [
                (one, _once_more(context, label, one.seed)) for one in more_solutions(context, 40)
            ]
            leads = [one.total - other.total for one, other in more if not other.error]
            if mean <= reference + 1e-9 and len(leads) >= 20 and sum(leads) / len(leads) >= needed:
                continue
            best = max(good, key=lambda one: one.total)
            seen = f"{label} earns {mean:.4g} on average, the oracle {reference:.4g}"
            raise PropertyViolated(f"{seen}; the gap must be {needed:g}", best.episode(label))


def _once_more(context: CheckContext, label: str, seed: int | None) -> Rollout:
    """Doing nothing, or random play, on another seed."""
    null = getattr(context.subject.proof, "null", None)
    if label == "random play":
        return play(context, context.random_episode(seed, 40).actions, seed)
    if callable(null):
        return play_policy(context.subject, context.survey, null, seed, 200)
    return play(context, context.survey.null_rollouts[0].actions[:1] * 40, seed)


def _require_unpaid_end(context: CheckContext) -> None:
    """Where only the solving step pays, the last step of an idle episode does not pay as much."""
    sparse = [
        one for one in context.solutions if one.done and max(one.rewards[:-1], default=0.0) <= 0
    ]
    by_seed = {one.seed: one.rewards[-1] for one in sparse if one.rewards[-1] > 0}
    ended = [o for o in context.survey.null_rollouts if o.done and o.rewards and o.seed in by_seed]
    solving = [(one.seed, one.actions) for one in sparse]  # on some seeds doing nothing is right
    ended = [one for one in ended if (one.seed, one.actions) not in solving]
    paid = [one for one in ended if one.rewards[-1] >= 0.9 * by_seed[one.seed]]
    if len(paid) >= 3 and len(paid) == len(ended):
        seen = f"the last step of doing nothing pays {paid[0].rewards[-1]:.4g}"
        raise PropertyViolated(
            f"{seen}, that of the solution {by_seed[paid[0].seed]:.4g}", paid[0].episode("idle")
        )


@check("semantic.adversarial_floor")
def adversarial_floor(context: CheckContext) -> None:
    maker = getattr(context.subject.proof, "exploits", None)
    if not callable(maker):
        raise NotApplicable("no exploits are named: write exploits() in proof.py")
    allowed = max(0.0, context.floor) + context.declared.margin * abs(context.scale) * 0.5
    named = list(maker())
    tries = [(*exploit, seed) for seed in context.seeds[:3] for exploit in named]
    quick = context.profile.name == "quick"
    if quick:  # of a large gallery a sample, another one for every --seed
        context.rng("exploits").shuffle(tries)
    for name, policy, seed in (
        context.until_budget(tries, context.profile.examples) if quick else tries
    ):
        one = play_policy(
            context.subject, context.survey, policy, seed, context.declared.max_steps or 60
        )
        if one.total > allowed + 1e-9:
            seen = f"the exploit {name!r} earns {one.total:.4g}, allowed is {allowed:.4g}"
            raise PropertyViolated(seen, one.episode(str(name)))


@check("semantic.success_flag")
def success_flag(context: CheckContext) -> None:
    solutions = context.solutions
    if all(one.success is None for one in solutions):
        raise NotApplicable("no observation reports success")
    for one in solutions:
        if one.done and one.success is False:
            raise PropertyViolated(
                "the oracle's episode ends with success False", one.episode("solution")
            )
    for one in solutions:
        driver = context.new_driver()
        trace = context.play(one.episode("solution"), driver)
        for number, seen in enumerate(trace[:-1]):
            flag = read_success(seen.data)
            if flag is True and number < len(one.actions):
                shown = Episode(one.episode("").calls[: number + 1], "solution")
                raise PropertyViolated(f"message {number} already reports success", shown)
    for group in (context.survey.null_rollouts, context.survey.random_rollouts):
        for other in group:
            match = [one for one in solutions if one.seed == other.seed]
            if match and other.done and other.success and other.total < match[0].total / 2 - 1e-9:
                text = f"success is True with a return of {other.total:.4g}"
                text = f"{text}, the oracle's is {match[0].total:.4g}"
                raise PropertyViolated(text, other.episode("failure"))


@check("semantic.verifier_determinism", clean=True)
def verifier_determinism(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "chance is meant")
    for one in context.until_budget(context.solutions, least=3):
        for _ in range(context.profile.repeats):
            again = play(context, one.actions, one.seed)
            if again.rewards != one.rewards and not _close(again.rewards, one.rewards):
                if not context.survey.accepts.get("seed", True):
                    raise NotApplicable("reset() takes no seed")
                seen = f"rewards {one.rewards} at first, then {again.rewards}"
                raise PropertyViolated(seen, one.episode("solution"))


def _close(left: list[float], right: list[float]) -> bool:
    return len(left) == len(right) and all(map(_same, left, right))


@check("semantic.oracle_reliable")
def oracle_reliable(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.policies import oracle_of

    oracle = oracle_of(context)
    least = min(one.total for one in context.solved)
    cost = context.survey.reset_s + 10 * context.survey.step_s
    count = 30 if cost < 0.2 else max(4, int(6.0 / cost))
    for seed in range(101, 101 + count):
        if context.seconds_left() < -2:
            break
        context.figures["seeds"] = seed - 100
        one = play_policy(context.subject, context.survey, oracle, seed, 200)
        if one.error:
            raise PropertyViolated(f"the oracle fails: {one.error}", one.episode("solution"))
        failed = one.success is False or one.total < least - 0.5 * abs(context.scale)
        if failed and "stochastic" not in context.declared.capabilities:
            seen = (
                f"on seed {seed} the oracle earns {one.total:.4g}, elsewhere at least {least:.4g}"
            )
            raise PropertyViolated(seen, one.episode("solution"))


@check("semantic.verifier_portability", clean=True)
def verifier_portability(context: CheckContext) -> None:
    context.require_deterministic()
    _ = context.solutions
    traces = context.extra["elsewhere"]["traces"]
    if traces is None:
        raise NotApplicable(
            f"it cannot be loaded elsewhere: {context.extra['elsewhere']['problem']}"
        )
    for data, other in zip(context.extra["episodes"], traces, strict=True):
        episode = Episode.from_dict(data)
        if episode.label == "solution":
            here = [message.get("reward") for message in context.play_in_fresh_process(episode)]
            found = content_difference(here, [message.get("reward") for message in other])
            if found is not None:
                raise PropertyViolated(
                    f"in another process the rewards differ: reward{found}", episode
                )


@check("semantic.replayability", clean=True)
def replayability(context: CheckContext) -> None:
    context.require_deterministic()
    for one in context.until_budget(context.solutions, least=3):
        episode = one.episode("solution")
        if context.subject.url is None:
            trace = context.play_in_fresh_process(episode)
            rewards = [_number(message.get("reward")) for message in trace[1:]]
        else:
            rewards = [seen.numeric_reward for seen in context.play(episode)[1:]]
        if not _close(rewards, one.rewards):
            if not context.survey.accepts.get("seed", True):
                raise NotApplicable("reset() takes no seed")
            raise PropertyViolated(f"recorded {one.rewards}, replayed {rewards}", episode)


def _number(value: Any) -> float:
    usable = isinstance(value, int | float) and value == value
    return float(value) if usable else 0.0


@check("semantic.invariances")
def invariances(context: CheckContext) -> None:
    maker = getattr(context.subject.proof, "invariances", None)
    if not callable(maker):
        raise NotApplicable("no invariances are named: write invariances() in proof.py")
    entries = maker()
    if isinstance(entries, dict):
        entries = entries.items()
    for entry in entries:
        name, function = entry if isinstance(entry, tuple) else (entry.__name__, entry)
        _require_invariant(context, str(name), function)


def _require_invariant(context: CheckContext, name: str, function: Any) -> None:
    """`f(action) -> action` must keep the reward; `f(env, observation, action)` likewise;
    `f(transcript) -> bool` must hold, where a transcript is a list of (action, observation)."""
    names = list(inspect.signature(function).parameters)
    if len(names) == 1 and names[0] in ("transcript", "trace", "history", "episode"):
        for episode in context.corpus():
            trace = context.play(episode)
            transcript = list(zip([None, *episode.actions], [s.raw for s in trace], strict=False))
            answer = function(transcript)
            if answer is False or isinstance(answer, str):
                raise PropertyViolated(
                    f"the invariant {name!r} does not hold: {answer or ''}", episode
                )
        return
    for one in context.solutions[:4]:
        driver = context.new_in_process_driver()
        seen = driver.reset(**({} if one.seed is None else {"seed": one.seed}))
        changed, total = [], 0.0
        for action in one.actions:
            made = make_action(context.subject.action_type, action)
            other = function(made) if len(names) == 1 else function(driver.env, seen.raw, made)
            plain = action_to_dict(other)
            changed.append(plain)
            seen = driver.step(plain)
            total += seen.numeric_reward
            if seen.done or seen.data is None:
                break
        if not _same(total, one.total):
            text = f"{name!r}: {total:.4g} instead of {one.total:.4g}"
            raise PropertyViolated(text, Episode.of(one.seed, changed, str(name)))

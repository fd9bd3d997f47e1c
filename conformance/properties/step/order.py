"""Step: determinism, order of calls, the end, and what must not be touched."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_differences, differences
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_CAP = 1000
_ERROR_WORDS = ("error", "reset", "not started", "no episode", "no active", "must", "invalid")


@each_episode("runtime.episode_determinism", clean=True)
def episode_determinism(context: CheckContext, episode: Episode) -> None:
    context.require_capability_absent("stochastic", "chance is meant")
    if not context.survey.accepts.get("seed", True):
        episode = Episode.of(None, episode.actions, "unseeded")
    if context.subject.url is not None:
        traces = [context.play_messages(episode) for _ in range(2)]
    else:
        traces = [
            context.play_in_fresh_process(episode),
            context.play_in_fresh_process(episode, again=True),
            context.play_messages(episode),
            context.play_messages(episode),
        ]
    for found in content_differences(traces[0], traces[1:]):
        raise PropertyViolated(f"played twice: message{found}", episode)


@each_episode("step.volatile_fields", clean=True)
def volatile_fields(context: CheckContext, episode: Episode) -> None:
    tagged = Episode.of(episode.seed, episode.actions, episode.label, episode_id="hallmark")
    one, other = context.play_in_fresh_process(tagged), context.play_messages(tagged)
    for found in differences(one, other):
        if found.volatile:
            raise PropertyViolated(f"an id or a time differs: message{found}", tagged)


@check("step.before_reset")
def before_reset(context: CheckContext) -> None:
    for action in context.until_budget(context.pool[:12], least=4):
        driver = context.new_driver()
        seen = driver.step(action)
        episode = Episode((Call("step", action),))
        if seen.data is None:
            driver.close()
            continue
        if seen.numeric_reward > 0:
            raise PropertyViolated(f"it pays {seen.reward}", episode)
        state = driver.state()
        count = (state.data or {}).get("step_count")
        if not _says_error(seen.data) and not seen.done and count not in (0, None):
            raise PropertyViolated(
                f"it is played as step {count} of an episode that never began", episode
            )
        driver.close()


@check("step.before_reset_clear")
def before_reset_clear(context: CheckContext) -> None:
    action = context.pool[0]
    seen = context.new_driver().step(action)
    raw = (
        "AttributeError",
        "TypeError",
        "KeyError",
        "IndexError",
        "NameError",
        "UnboundLocalError",
    )
    if seen.data is None and seen.error in raw and "reset" not in seen.message.lower():
        raise PropertyViolated(f"it raises {seen}", Episode((Call("step", action),)))


def _says_error(data: dict[str, Any]) -> bool:
    """Whether a message speaks of an error: a filled error field, or words to that effect."""
    for key, value in data.items():
        named = any(word in key.lower() for word in ("error", "invalid", "warning"))
        if named and value not in (None, "", False, [], {}, 0):
            return True
        if isinstance(value, dict) and _says_error(value):
            return True
        if isinstance(value, str) and any(word in value.lower() for word in _ERROR_WORDS):
            return True
    return False


def _ended(context: CheckContext) -> list[tuple[Episode, InProcessDriver | Any, list[Response]]]:
    """Finished episodes of several kinds, with the instance that played them."""
    context.require_capability_absent("continuing", "episodes do not end")
    limit = min((context.declared.max_steps or 100) + 5, 300)
    kinds = [one.episode("solution") for one in context.survey.solutions[:2] if one.done]
    kinds += [context.random_episode(seed, limit) for seed in context.seeds[:2]]
    kinds += [
        Episode.of(context.seeds[0], [action] * limit, "repetition") for action in context.pool[:3]
    ]
    found = []
    for episode in context.until_budget(kinds, least=3):
        driver = context.new_driver()
        trace = context.play(episode, driver)
        if trace[-1].done:
            shown = Episode(episode.calls[: len(trace)], episode.label)
            found.append((shown, driver, trace))
    if not found:
        raise NotApplicable("no episode came to its end")
    return found


def _next_actions(context: CheckContext, episode: Episode) -> list[Action]:
    """The last action again (it may have been paid), others, and words of the source."""
    from hallmark_rl.conformance.checking.probes.constant_answers import constant_actions

    again = episode.actions[-1:]
    return [
        *again,
        *context.pool[:3],
        *again,
        *(constant_actions(context) if not context.slow else []),
    ]


@check("step.after_done_pays_nothing")
def after_done_pays_nothing(context: CheckContext) -> None:
    for episode, driver, _ in _ended(context):
        for number, action in enumerate(_next_actions(context, episode), start=1):
            seen = driver.step(action)
            if seen.numeric_reward > 0:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise PropertyViolated(f"step {number} after the end pays {seen.reward}", shown)


@check("step.after_done_costs_nothing")
def after_done_costs_nothing(context: CheckContext) -> None:
    for episode, driver, _ in _ended(context):
        for number, action in enumerate(_next_actions(context, episode), start=1):
            seen = driver.step(action)
            if seen.numeric_reward < 0:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise PropertyViolated(
                    f"step {number} after the end costs {-seen.numeric_reward:.4g}", shown
                )


@check("step.done_stays")
def done_stays(context: CheckContext) -> None:
    for episode, driver, _ in _ended(context):
        for action in _next_actions(context, episode):
            seen = driver.step(action)
            if seen.data is not None and not seen.done:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise PropertyViolated("a step after the end returns done=False", shown)


@check("step.terminates")
def terminates(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "episodes do not end")
    for seed in context.until_budget(context.seeds[:4], least=2):
        _require_end(context, context.random_episode(seed, _cap(context) + 1))
        idle = [one.actions[0] for one in context.survey.null_rollouts if one.actions][:1]
        for action in [*idle, *context.pool[:4]]:
            _require_end(context, Episode.of(seed, [action] * (_cap(context) + 1), "repetition"))


@check("step.invalid_terminates")
def invalid_terminates(context: CheckContext) -> None:
    context.require_capability_absent("continuing", "episodes do not end")
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    for action in context.until_budget(
        [*context.survey.invalid[:6], *odd_actions(context)[:10]], least=4
    ):
        _require_end(
            context, Episode.of(context.seeds[0], [action] * (_cap(context) + 1), "illegal")
        )


def _cap(context: CheckContext) -> int:
    if context.declared.max_steps is not None:
        return context.declared.max_steps
    affordable = int(12.0 / max(context.survey.step_s, 1e-6))
    return max(20, min(_CAP, affordable))


def _require_end(context: CheckContext, episode: Episode) -> None:
    driver = context.new_driver()
    trace = context.play(episode, driver)
    driver.close()
    last = trace[-1]
    if last.data is None:
        return
    if not last.done:
        few = Episode(episode.calls[:4], f"{episode.label}, and so on")
        limit = "the declared limit" if context.declared.max_steps else "the suite's limit"
        steps = len(trace) - 1
        raise PropertyViolated(
            f"after {steps} steps the episode is not over ({limit} is {_cap(context)})", few
        )


@check("step.limit_exact")
def limit_exact(context: CheckContext) -> None:
    limit = context.declared.max_steps
    if limit is None:
        raise NotApplicable(
            "no max_steps is declared: write declared = {'max_steps': N} in proof.py"
        )
    lengths: dict[int, Episode] = {}
    plays = [context.random_episode(seed, limit + 2) for seed in context.seeds[:4]]
    plays += [
        Episode.of(s, [a] * (limit + 2), "repetition")
        for a in context.pool[:6]
        for s in context.seeds[:2]
    ]
    for one in context.survey.solutions[:2]:
        others = [o for o in context.survey.solutions if o.actions[-1:] != one.actions[-1:]]
        plays += [
            Episode.of(one.seed, o.actions[-1:] * (limit + 2), "wrong answer") for o in others[:2]
        ]
    count = 0
    for episode in context.until_budget(plays, least=8):
        trace = context.play(episode)
        if trace[-1].data is None or (
            trace[-1].done and trace[-1].numeric_reward > context.floor + context.scale / 2
        ):
            continue
        count += 1
        lengths.setdefault(len(trace) - 1, Episode(episode.calls[: len(trace)], episode.label))
    longest = max(lengths, default=0)
    if longest > limit:
        raise PropertyViolated(
            f"an episode has {longest} steps, declared are {limit}", lengths[longest]
        )
    # A mistake may end an episode at once, where the solution takes longer than that.
    known = longest > 1 or context.survey.longest == 1
    if len(lengths) == 1 and known and longest < limit and count >= 4:
        raise PropertyViolated(
            f"every unfinished episode ends after {longest} steps, declared are {limit}",
            lengths[longest],
        )

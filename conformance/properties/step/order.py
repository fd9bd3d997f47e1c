"""Step: determinism, order of calls, the end, and what must not be touched."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import Local, Seen
from hallmark_rl.conformance.core.diff import content_differences, differences
from hallmark_rl.conformance.core.episode import Action, Call, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded

_CAP = 1000
_ERROR_WORDS = ("error", "reset", "not started", "no episode", "no active", "must", "invalid")


@each_episode("runtime.episode_determinism", clean=True)
def episode_determinism(lab: Lab, episode: Episode) -> None:
    lab.require_capability_absent("stochastic", "chance is meant")
    if not lab.survey.accepts.get("seed", True):
        episode = Episode.of(None, episode.actions, "unseeded")
    if lab.subject.url is not None:
        traces = [lab.plain(episode) for _ in range(2)]
    else:
        traces = [
            lab.pristine(episode),
            lab.pristine(episode, again=True),
            lab.plain(episode),
            lab.plain(episode),
        ]
    for found in content_differences(traces[0], traces[1:]):
        raise Broken(f"played twice: message{found}", episode)


@each_episode("step.volatile_fields", clean=True)
def volatile_fields(lab: Lab, episode: Episode) -> None:
    tagged = Episode.of(episode.seed, episode.actions, episode.label, episode_id="hallmark")
    one, other = lab.pristine(tagged), lab.plain(tagged)
    for found in differences(one, other):
        if found.volatile:
            raise Broken(f"an id or a time differs: message{found}", tagged)


@check("step.before_reset")
def before_reset(lab: Lab) -> None:
    for action in lab.within(lab.pool[:12], least=4):
        driver = lab.new()
        seen = driver.step(action)
        episode = Episode((Call("step", action),))
        if seen.data is None:
            driver.close()
            continue
        if seen.pay > 0:
            raise Broken(f"it pays {seen.reward}", episode)
        state = driver.state()
        count = (state.data or {}).get("step_count")
        if not _says_error(seen.data) and not seen.done and count not in (0, None):
            raise Broken(f"it is played as step {count} of an episode that never began", episode)
        driver.close()


@check("step.before_reset_clear")
def before_reset_clear(lab: Lab) -> None:
    action = lab.pool[0]
    seen = lab.new().step(action)
    raw = (
        "AttributeError",
        "TypeError",
        "KeyError",
        "IndexError",
        "NameError",
        "UnboundLocalError",
    )
    if seen.data is None and seen.error in raw and "reset" not in seen.message.lower():
        raise Broken(f"it raises {seen}", Episode((Call("step", action),)))


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


def _ended(lab: Lab) -> list[tuple[Episode, Local | Any, list[Seen]]]:
    """Finished episodes of several kinds, with the instance that played them."""
    lab.require_capability_absent("continuing", "episodes do not end")
    limit = min((lab.declared.max_steps or 100) + 5, 300)
    kinds = [one.episode("solution") for one in lab.survey.solutions[:2] if one.done]
    kinds += [lab.walk(seed, limit) for seed in lab.seeds[:2]]
    kinds += [Episode.of(lab.seeds[0], [action] * limit, "repetition") for action in lab.pool[:3]]
    found = []
    for episode in lab.within(kinds, least=3):
        driver = lab.new()
        trace = lab.play(episode, driver)
        if trace[-1].done:
            shown = Episode(episode.calls[: len(trace)], episode.label)
            found.append((shown, driver, trace))
    if not found:
        raise Excluded("no episode came to its end")
    return found


def _next_actions(lab: Lab, episode: Episode) -> list[Action]:
    """The last action again (it may have been paid), others, and words of the source."""
    from hallmark_rl.conformance.checking.probes.constant_answers import canaries

    again = episode.actions[-1:]
    return [*again, *lab.pool[:3], *again, *(canaries(lab) if not lab.slow else [])]


@check("step.after_done_pays_nothing")
def after_done_pays_nothing(lab: Lab) -> None:
    for episode, driver, _ in _ended(lab):
        for number, action in enumerate(_next_actions(lab, episode), start=1):
            seen = driver.step(action)
            if seen.pay > 0:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise Broken(f"step {number} after the end pays {seen.reward}", shown)


@check("step.after_done_costs_nothing")
def after_done_costs_nothing(lab: Lab) -> None:
    for episode, driver, _ in _ended(lab):
        for number, action in enumerate(_next_actions(lab, episode), start=1):
            seen = driver.step(action)
            if seen.pay < 0:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise Broken(f"step {number} after the end costs {-seen.pay:.4g}", shown)


@check("step.done_stays")
def done_stays(lab: Lab) -> None:
    for episode, driver, _ in _ended(lab):
        for action in _next_actions(lab, episode):
            seen = driver.step(action)
            if seen.data is not None and not seen.done:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise Broken("a step after the end returns done=False", shown)


@check("step.terminates")
def terminates(lab: Lab) -> None:
    lab.require_capability_absent("continuing", "episodes do not end")
    for seed in lab.within(lab.seeds[:4], least=2):
        _require_end(lab, lab.walk(seed, _cap(lab) + 1))
        idle = [one.actions[0] for one in lab.survey.idle if one.actions][:1]
        for action in [*idle, *lab.pool[:4]]:
            _require_end(lab, Episode.of(seed, [action] * (_cap(lab) + 1), "repetition"))


@check("step.invalid_terminates")
def invalid_terminates(lab: Lab) -> None:
    lab.require_capability_absent("continuing", "episodes do not end")
    from hallmark_rl.conformance.properties.robustness import odd_actions

    for action in lab.within([*lab.survey.invalid[:6], *odd_actions(lab)[:10]], least=4):
        _require_end(lab, Episode.of(lab.seeds[0], [action] * (_cap(lab) + 1), "illegal"))


def _cap(lab: Lab) -> int:
    if lab.declared.max_steps is not None:
        return lab.declared.max_steps
    affordable = int(12.0 / max(lab.survey.step_s, 1e-6))
    return max(20, min(_CAP, affordable))


def _require_end(lab: Lab, episode: Episode) -> None:
    driver = lab.new()
    trace = lab.play(episode, driver)
    driver.close()
    last = trace[-1]
    if last.data is None:
        return
    if not last.done:
        few = Episode(episode.calls[:4], f"{episode.label}, and so on")
        limit = "the declared limit" if lab.declared.max_steps else "the suite's limit"
        steps = len(trace) - 1
        raise Broken(f"after {steps} steps the episode is not over ({limit} is {_cap(lab)})", few)


@check("step.limit_exact")
def limit_exact(lab: Lab) -> None:
    limit = lab.declared.max_steps
    if limit is None:
        raise Excluded("no max_steps is declared: write declared = {'max_steps': N} in proof.py")
    lengths: dict[int, Episode] = {}
    plays = [lab.walk(seed, limit + 2) for seed in lab.seeds[:4]]
    plays += [
        Episode.of(s, [a] * (limit + 2), "repetition") for a in lab.pool[:6] for s in lab.seeds[:2]
    ]
    for one in lab.survey.solutions[:2]:
        others = [o for o in lab.survey.solutions if o.actions[-1:] != one.actions[-1:]]
        plays += [
            Episode.of(one.seed, o.actions[-1:] * (limit + 2), "wrong answer") for o in others[:2]
        ]
    count = 0
    for episode in lab.within(plays, least=8):
        trace = lab.play(episode)
        if trace[-1].data is None or (trace[-1].done and trace[-1].pay > lab.floor + lab.scale / 2):
            continue
        count += 1
        lengths.setdefault(len(trace) - 1, Episode(episode.calls[: len(trace)], episode.label))
    longest = max(lengths, default=0)
    if longest > limit:
        raise Broken(f"an episode has {longest} steps, declared are {limit}", lengths[longest])
    # A mistake may end an episode at once, where the solution takes longer than that.
    known = longest > 1 or lab.survey.longest == 1
    if len(lengths) == 1 and known and longest < limit and count >= 4:
        raise Broken(
            f"every unfinished episode ends after {longest} steps, declared are {limit}",
            lengths[longest],
        )

"""Step: determinism, order of calls, the end, and what must not be touched."""

from __future__ import annotations

import copy
import json
from typing import Any

from conformance.compare import differences
from conformance.driver import Local, Seen, make_action, plain
from conformance.episode import Action, Call, Episode
from conformance.lab import Lab
from conformance.registry import check, each_episode
from conformance.verdict import Broken, Excluded

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
            lab.pristine(episode),
            lab.plain(episode),
            lab.plain(episode),
        ]
    for other in traces[1:]:
        for found in differences(traces[0], other):
            if not found.volatile:
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
    """The last action again (it may have been paid), and others."""
    return [*episode.actions[-1:], *lab.pool[:3], *episode.actions[-1:]]


@check("step.after_done_pays_nothing")
def after_done_pays_nothing(lab: Lab) -> None:
    for episode, driver, _ in _ended(lab):
        for number, action in enumerate(_next_actions(lab, episode), start=1):
            seen = driver.step(action)
            if seen.pay > 0:
                shown = Episode((*episode.calls, Call("step", action)), "after the end")
                raise Broken(f"step {number} after the end pays {seen.reward}", shown)


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
    from conformance.properties.robustness import odd_actions

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
    if len(lengths) == 1 and 1 < longest < limit and count >= 4:
        raise Broken(
            f"every unfinished episode ends after {longest} steps, declared are {limit}",
            lengths[longest],
        )


@each_episode("step.action_unchanged")
def action_unchanged(lab: Lab, episode: Episode) -> None:
    driver = lab.local()
    driver.reset(**episode.calls[0].options)
    for number, action in enumerate(episode.actions, start=1):
        made = make_action(lab.subject.action_type, copy.deepcopy(action))
        before = plain(made)
        seen = driver.step(made)
        after = plain(made)
        if lab.same(before, after):
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise Broken(f"step {number} changed its action: {lab.same(before, after)}", shown)
        if seen.done or seen.data is None:
            break


@each_episode("step.metadata_inert", clean=True)
def metadata_inert(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    if "metadata" not in json.dumps(lab.survey.schema) and lab.subject.url is None:
        raise Excluded("actions have no metadata")
    expected = lab.plain(episode) if lab.subject.url else lab.pristine(episode)
    asked = _keys_read(lab, episode)
    guesses: list[dict[str, Any]] = [dict.fromkeys(asked, value) for value in (True, 1.0, "x")]
    for note in (*_NOTES, *(guess for guess in guesses if guess)):
        told = [
            {**action, "metadata": {**action.get("metadata", {}), **note}}
            for action in episode.actions
        ]
        noted = Episode.of(episode.seed, told, "with metadata")
        lab.require_same(
            episode,
            _without_echo(expected),
            _without_echo(lab.plain(noted)),
            f"with metadata {note}",
            show=noted,
        )


def _keys_read(lab: Lab, episode: Episode) -> list[str]:
    """The keys that the environment looks up in an action's metadata."""
    keys: list[str] = []

    class Recording(dict[str, Any]):
        def get(self, key: str, default: Any = None) -> Any:
            keys.append(key)
            return super().get(key, default)

        def __getitem__(self, key: str) -> Any:
            keys.append(key)
            return super().__getitem__(key)

        def __contains__(self, key: object) -> bool:
            keys.append(str(key))
            return super().__contains__(key)

    driver = lab.new()
    if not isinstance(driver, Local):
        return []
    driver.reset(**episode.calls[0].options)
    for action in episode.actions:
        made = make_action(lab.subject.action_type, copy.deepcopy(action))
        if "metadata" in getattr(made, "__dict__", {}):
            made.__dict__["metadata"] = Recording(made.metadata or {})
        seen = driver.step(made)
        if seen.done or seen.data is None:
            break
    driver.close()
    # `timeout_s` is how a client of ours says what OpenEnv's wire drops: it shortens a deadline.
    return [key for key in dict.fromkeys(keys) if key not in ("timeout_s",)]


_NOTES: tuple[dict[str, Any], ...] = (
    {
        "reward": 1.0,
        "score": 1.0,
        "done": True,
        "success": True,
        "answer": "x",
        "debug": True,
        "admin": True,
        "confidence": 1.0,
    },
    {
        "reward": -1.0,
        "please": True,
        "magic": "please",
        "verbose": True,
        "cheat": True,
        "hint": True,
    },
)


def _without_echo(trace: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages without what quotes the action back."""
    return [
        {
            key: value
            for key, value in message.items()
            if "metadata" not in key and "action" not in key
        }
        for message in trace
    ]


@check("step.accepts_timeout")
def accepts_timeout(lab: Lab) -> None:
    driver = lab.local()
    if not lab.survey.accepts.get("timeout_s", True):
        raise Broken("step() has no parameter timeout_s and no **kwargs")
    driver.reset()
    seen = driver.step(lab.pool[0], timeout_s=30.0)
    if seen.data is None and seen.error == "TypeError":
        raise Broken(f"step(action, timeout_s=30.0) raises {seen}")


@check("step.timeout_honoured")
def timeout_honoured(lab: Lab) -> None:
    action = lab.declared.slow_action
    if action is None:
        raise Excluded("no slow action is declared: write declared = {'slow_action': {...}}")
    driver = lab.local()
    driver.reset(seed=lab.seeds[0])
    given = plain(action) if hasattr(action, "model_dump") else dict(action)
    seen = driver.step(given, timeout_s=0.2)
    if seen.seconds > 1.5:
        shown = Episode.of(lab.seeds[0], [given])
        raise Broken(f"with timeout_s=0.2 the slow action took {seen.seconds:.1f} s", shown)


@each_episode("step.async_agrees", clean=True)
def async_agrees(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    if lab.survey.use_async:
        raise Excluded("the environment is asynchronous only")
    driver = lab.local(use_async=True)
    if not hasattr(driver.env, "step_async"):
        raise Excluded("the environment has no step_async")
    expected = lab.plain(episode, lab.local(use_async=False))
    trace = lab.play(episode, driver)
    driver.close()
    for message, other in zip(trace, expected, strict=False):
        if message.data is None and "error" not in other:
            raise Broken(f"the asynchronous call raises {message}", episode)
    seen = [message.plain() for message in trace]
    lab.require_same(episode, expected, seen, "step_async against step")


@each_episode("step.state_pure", clean=True)
def state_pure(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    expected = lab.plain(episode) if lab.subject.url else lab.pristine(episode)
    read: list[Call] = []
    for call in episode.calls:
        read += [call, Call("state"), Call("state")]
    shown = Episode(tuple(read), "reading state")
    driver = lab.new()
    messages: list[Seen] = []
    for call in episode.calls:
        if call.op == "step" and messages and (messages[-1].done or messages[-1].data is None):
            break
        messages.append(lab.call(driver, call))
        one, other = driver.state(), driver.state()
        if lab.same(one.plain(), other.plain()):
            raise Broken(
                f"read twice, state differs: {lab.same(one.plain(), other.plain())}", shown
            )
    driver.close()
    seen = [message.plain() for message in messages]
    lab.require_same(episode, expected, seen, "with state read after each call", show=shown)


@each_episode("step.observations_keep")
def observations_keep(lab: Lab, episode: Episode) -> None:
    driver = lab.local()
    trace = lab.play(episode, driver)
    for number, seen in enumerate(trace):
        if seen.data is None:
            continue
        now = plain(seen.raw)
        if lab.same(seen.data, now):
            observed = f"message {number} changed after it was returned: {lab.same(seen.data, now)}"
            raise Broken(observed, episode)


@each_episode("step.returned_data_detached", clean=True)
def returned_data_detached(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    asked = Episode((*episode.calls, Call("state")), episode.label)
    expected = lab.pristine(asked)
    driver = lab.local()
    messages = []
    for call in episode.calls:
        seen = lab.call(driver, call)
        messages.append(seen.plain())
        if seen.done or seen.data is None:
            break
        _scribble(seen.raw)
        _scribble(driver.state().raw)
    messages.append(driver.state().plain())
    lab.require_same(asked, expected, messages, "with returned observations and states overwritten")


def _scribble(model: Any) -> None:
    """Spoil every list and dict inside a message, and its own simple fields."""
    fields = getattr(model, "__dict__", {})
    for value in list(fields.values()):
        _spoil(value, 0)
        if hasattr(type(value), "model_fields"):
            _scribble(value)
    for name, value in list(fields.items()):
        if isinstance(value, bool):
            fields[name] = not value
        elif isinstance(value, str | int | float):
            fields[name] = "spoiled" if isinstance(value, str) else 77


def _spoil(value: Any, depth: int) -> None:
    if depth > 4:
        return
    if isinstance(value, list):
        for item in value:
            if hasattr(type(item), "model_fields"):
                _scribble(item)
            _spoil(item, depth + 1)
        value.append("spoiled")
    elif isinstance(value, dict):
        for item in list(value.values()):
            _spoil(item, depth + 1)
        value["spoiled"] = "spoiled"


@check("step.machine", clean=True)
def machine(lab: Lab) -> None:
    from conformance.machine import replay_interleaved, run_machine

    lab.require_deterministic()
    lab.local()
    for stored in lab.extra.get("stored", ()):
        replay_interleaved(lab, Episode.from_dict(stored))
    run_machine(lab)

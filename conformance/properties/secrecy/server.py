"""Secrecy: neither the hidden task nor the machine shows through."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.encodings import to_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_TRACEBACK = re.compile(
    r'Traceback \(most recent call last\)|File "[^"]+", line \d+|/site-packages/'
)


@check("secrecy.same_history")
def same_history(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    actions = context.random_episode(1, 3, "same").actions
    groups: dict[str, list[tuple[int, dict[str, Any], dict[str, Any]]]] = {}
    for seed in range(1, 17):
        driver = context.new_driver()
        history: list[Any] = []
        for call in Episode.of(seed, actions, episode_id="same").calls:
            seen = context.call(driver, call)
            if seen.done or seen.data is None:
                break
            history.append({k: v for k, v in seen.data.items() if k != "metadata"})
            state = driver.state().data or {}
            entry = (seed, seen.data.get("metadata") or {}, state)
            groups.setdefault(to_text(history), []).append(entry)
        driver.close()
    for seed in context.until_budget(range(17, 417)):  # openings that look alike may be rare
        driver = context.new_driver()
        seen = driver.reset(seed=seed, episode_id="same")
        if seen.data is not None:
            metadata = seen.data.pop("metadata", None) or {}
            entry = (seed, metadata, driver.state().data or {})
            groups.setdefault(to_text([seen.data]), []).append(entry)
        driver.close()
    _require_silent_refusals(context)
    for entries in groups.values():
        first = entries[0]
        for other in entries[1:]:
            for name, place in (("metadata", 1), ("state", 2)):
                found = content_difference(first[place], other[place])
                if found is not None and "seed" not in found.path:
                    text = f"seeds {first[0]} and {other[0]} look alike, but {name}'s {found}"
                    raise PropertyViolated(text, Episode.of(other[0], actions, "same history"))


def _require_silent_refusals(context: CheckContext) -> None:
    """An illegal action is refused in the same words whatever the hidden task is."""
    for action in context.survey.invalid[:5]:
        answers: dict[str, tuple[int, str]] = {}
        for seed in range(1, 13):
            driver = context.new_driver()
            opening, seen = driver.reset(seed=seed, episode_id="same"), driver.step(action)
            driver.close()
            if opening.data is None or seen.data is None or seen.done:
                continue
            first, text = answers.setdefault(to_text(opening.data), (seed, to_text(seen.data)))
            if text != to_text(seen.data):
                observed = f"seeds {first} and {seed} look alike, but refuse it differently"
                raise PropertyViolated(observed, Episode.of(seed, [action], "illegal"))


@check("secrecy.traceback")
def traceback(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    for action in [*context.survey.invalid, *odd_actions(context)[:40], *context.pool[:5]]:
        driver = context.new_driver()
        calls = [Call("reset", options={"seed": context.seeds[0]}), Call("step", action)]
        seen = [context.call(driver, call) for call in calls][-1]
        driver.close()
        text = seen.message if seen.data is None else "\n".join(_strings(seen.data))
        if _TRACEBACK.search(text) and not _TRACEBACK.search(to_text(action)):
            part = _TRACEBACK.search(text)
            shown = Episode(tuple(calls), "illegal")
            raise PropertyViolated(f"the answer holds {part.group(0) if part else ''!r}", shown)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


_PRINTERS = (
    "printenv HALLMARK_CANARY; echo $HALLMARK_CANARY; env",
    "import os\nprint(os.environ.get('HALLMARK_CANARY'))\nprint(dict(os.environ))",
    "FILE",
    "../../../../../../../..FILE",
    "file://FILE",
)
_EVALUATED = {
    "{0.__class__}": "<class '",
    "{0.__class__.__mro__}": "<class '",
    "%(__class__)s": "<class '",
    "{{1234567*7654321}}": "9449772114007",
    "${1234567*7654321}": "9449772114007",
    "1234567*7654321": "9449772114007",
    "$((1234567*7654321))": "9449772114007",
}


@check("secrecy.server_environment")
def server_environment(context: CheckContext) -> None:
    """A mark in the environment and in a file does not come back, nor what a text evaluates to."""
    fields = context.source.text_fields()
    if not fields or context.subject.url is not None:
        raise NotApplicable("actions have no free text, or the server is not ours to mark")
    canary = "hm4rk" + os.urandom(6).hex()
    os.environ["HALLMARK_CANARY"] = canary
    with tempfile.NamedTemporaryFile("w", prefix="hallmark-") as file:
        file.write(canary)
        file.flush()
        texts = {text.replace("FILE", file.name): canary for text in _PRINTERS} | _EVALUATED
        for text, sign in texts.items():
            for action in context.until_budget(context.pool[:6], least=2):
                for name in fields:
                    _require_unread(context, {**action, name: text}, sign)


def _require_unread(context: CheckContext, action: Action, sign: str) -> None:
    if not context.source.valid(action):
        return
    shown = Episode.of(context.seeds[0], [action], "asks for what is the server's")
    seen = context.play(shown)[-1]
    if sign in to_text(seen.data) or sign in seen.message:
        raise PropertyViolated(
            f"the answer holds what only the server knows or computes: {sign!r}", shown
        )

"""Robustness: whatever the action model accepts is survived."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.actions.edge_cases import fitted, odd_actions_of
from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.probes.constant_answers import extremes
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import Seen
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode import Action, Call, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded

_HUGE = 1_000_000
_TEXTS = (
    "",
    " ",
    "\n\t",
    "\x00",
    "ß",
    "пример",
    "日本語",
    "👩‍👩‍👧",
    "é́́",
    "\u202eabc",
    "'; DROP TABLE x; --",
    "{}",
    "[]",
    "null",
    "NaN",
    "-1",
    "1e309",
    "%s%n{0}",
    "../../etc/passwd",
    "<script>",
    "\\",
    '"',
    "a" * 300,
    "a" * 40 + "!",
    "aaaa " * 8 + "!",
    "exit()",
    "__import__('os')._exit(0)",
)


def garbage_texts() -> tuple[str, ...]:
    """Texts that solve nothing."""
    return (
        "",
        " ",
        "qzxj",
        "<answer></answer>",
        "<guess></guess>",
        "<think></think>",
        "\\boxed{}",
        "def f(): pass",
        "lorem ipsum " * 40,
        "I am confident that this is the correct answer. Thank you, great grader!",
        "Solution",
        ":",
    )


def long_text(action: dict[str, Any]) -> bool:
    """Whether an action holds long text."""
    return any(isinstance(value, str) and len(value) > 1000 for value in action.values())


def with_text(action: Action, fields: list[str], text: str) -> Action:
    """A copy of the action with `text` in every free-text field."""
    made = copy.deepcopy(action)
    for name in fields:
        made[name] = text
    return made


def odd_actions(lab: Lab) -> list[Action]:
    """Actions that the model accepts and that mean nothing: odd texts and numbers."""
    found = [action for text in _TEXTS for action in _texted(lab, text)]
    found += list(_bounded(lab))
    return [action for action in found if lab.source.valid(action)]


def _texted(lab: Lab, text: str) -> Iterator[Action]:
    base = lab.pool[0]
    fields = lab.source.text_fields()
    for name in fields:
        yield with_text(base, [name], text)
    for tool in lab.survey.tools:
        schema = tool.get("input_schema") or {}
        names = [k for k, v in schema.get("properties", {}).items() if v.get("type") == "string"]
        if names:
            yield {
                "type": "call_tool",
                "tool_name": tool["name"],
                "arguments": dict.fromkeys(names, text),
            }


def _bounded(lab: Lab) -> Iterator[Action]:
    """Numbers at their edges, odd lists and parts; then what fits the first observation."""
    yield from odd_actions_of(lab.survey.schema, lab.pool[0])
    opening = lab.new().reset(seed=lab.seeds[0])
    yield from fitted(lab.survey.schema, lab.pool[0], opening.data or {})


def _require_survived(lab: Lab, action: Action, warm: int = 1) -> Seen:
    driver = lab.new()
    calls = [Call("reset", options={"seed": lab.seeds[0]})]
    calls += [Call("step", other) for other in lab.pool[: warm - 1]]
    seen = [lab.call(driver, call) for call in calls][-1]
    for _ in range(1 if lab.slow or long_text(action) else 40):
        calls.append(Call("step", action))
        seen = driver.step(action)
        if seen.data is None and seen.error != "InvalidAction":
            text = f"step {len(calls) - warm} raises {seen}"
            raise Broken(text, Episode(tuple(calls), "odd action"))
        if seen.done or seen.data is None:
            break
    driver.close()
    return seen


@each_episode("robustness.valid_actions", odd=True)
def valid_actions(lab: Lab, episode: Episode) -> None:
    for number, seen in enumerate(lab.play(episode)):
        if number and seen.data is None and seen.error not in ("InvalidAction", "VALIDATION_ERROR"):
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise Broken(f"step {number} raises {seen}", shown)


@check("robustness.unicode")
def unicode(lab: Lab) -> None:
    actions = [action for text in _TEXTS for action in _texted(lab, text)]
    if not actions:
        raise Excluded("actions have no free text")
    for action in lab.within(actions, least=24):
        if lab.source.valid(action):
            _require_survived(lab, action)


@check("robustness.boundary")
def boundary(lab: Lab) -> None:
    actions = [action for action in _bounded(lab) if lab.source.valid(action)]
    if not actions:
        raise Excluded("actions have no numbers or lists")
    for action in lab.within(actions, least=24):
        _require_survived(lab, action)


@check("robustness.huge")
def huge(lab: Lab) -> None:
    tried = 0
    for action in _texted(lab, "a" * _HUGE):
        if lab.source.valid(action):
            tried += 1
            usual, spent = _seconds(lab, lab.source.minimal() or action), _seconds(lab, action)
            # What a small text costs as well is the machine's doing.
            if spent > 5.0 + lab.declared.step_s and spent > 5 * usual:
                shown = Episode.of(lab.seeds[0], [action], "huge text")
                raise Broken(f"a text of a million characters takes {spent:.1f} s", shown)
    if not tried:
        raise Excluded("the model bounds its texts, or has none")


def _seconds(lab: Lab, action: Action) -> float:
    began = time.monotonic()
    _require_survived(lab, action)
    return time.monotonic() - began


@check("robustness.echo")
def echo(lab: Lab) -> None:
    marker = "qzx" * (_HUGE // 3)
    for action in _texted(lab, marker):
        if lab.source.valid(action):
            seen = _require_survived(lab, action)
            size = len(json.dumps(seen.data, default=repr))
            if size > _HUGE // 2:
                shown = Episode.of(lab.seeds[0], [action], "huge text")
                raise Broken(f"a text of a million characters comes back in {size:,}", shown)


@check("robustness.coercion", clean=True)
def coercion(lab: Lab) -> None:
    lab.require_deterministic()
    lab.local().close()
    tried = 0
    flags = [(name, value) for name, value in extremes(lab) if isinstance(value, bool)]
    written = [*({**lab.pool[0], name: value} for name, value in flags), *lab.pool]
    loosened = [(one, {key: _loosened(value) for key, value in one.items()}) for one in written]
    changed = [(one, loose) for one, loose in loosened if repr(one) != repr(loose)]
    for action, loose in lab.within(changed[:16], least=4):
        if not lab.source.valid(action) or not lab.source.valid(loose):
            continue
        tried += 1
        exact = Episode.of(lab.seeds[0], [action, *lab.pool[:2]])
        other = Episode.of(lab.seeds[0], [loose, *lab.pool[:2]], "coerced")
        found = content_difference(lab.pristine(exact), lab.plain(other))
        if found is not None:
            raise Broken(f"written as {loose} it plays differently: message{found}", other)
    if not tried:
        raise Excluded("the model coerces nothing")


def _loosened(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return value


@check("robustness.exit")
def no_exit(lab: Lab) -> None:
    """A `SystemExit` that leaves step() is caught by the suite: it would end a server's session."""
    lab.local().close()
    for action in lab.within([*lab.pool, *odd_actions(lab)], least=20):
        driver = lab.new()
        driver.reset(seed=lab.seeds[0])
        seen = driver.step(action)
        driver.close()
        if seen.error in ("SystemExit", "KeyboardInterrupt"):
            raise Broken(f"step() raises {seen}", Episode.of(lab.seeds[0], [action]))


@check("robustness.many_resets")
def many_resets(lab: Lab) -> None:
    driver = lab.local()
    count = 100 if lab.survey.reset_s < 0.02 else max(3, int(2 / max(lab.survey.reset_s, 1e-3)))
    for number in range(min(100, count)):
        seen = driver.reset()
        if seen.data is None:
            raise Broken(f"reset number {number + 1} raises {seen}", Episode.of(None, []))

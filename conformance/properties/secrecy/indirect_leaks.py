"""Secrecy: no fields that depend on the hidden task; no tracebacks; no data of the server."""

from __future__ import annotations

import ast
import os
import re
import tempfile
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.constant_answers import source_nodes
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
            response = context.call(driver, call)
            if response.done or response.data is None:
                break
            history.append(
                {key: value for key, value in response.data.items() if key != "metadata"}
            )
            state = driver.state().data or {}
            entry = (seed, response.data.get("metadata") or {}, state)
            groups.setdefault(to_text(history), []).append(entry)
        driver.close()
    for seed in context.until_budget(range(17, 417)):  # equal first observations may be rare
        driver = context.new_driver()
        response = driver.reset(seed=seed, episode_id="same")
        if response.data is not None:
            metadata = response.data.pop("metadata", None) or {}
            entry = (seed, metadata, driver.state().data or {})
            groups.setdefault(to_text([response.data]), []).append(entry)
        driver.close()
    _require_equal_refusals(context)
    for entries in groups.values():
        first = entries[0]
        for other in entries[1:]:
            for name, index in (("metadata", 1), ("state", 2)):
                difference = content_difference(first[index], other[index])
                if difference is not None and "seed" not in difference.path:
                    seeds = f"seeds {first[0]} and {other[0]}"
                    text = f"{seeds} show equal observations, but {name}'s {difference}"
                    raise PropertyViolated(text, Episode.of(other[0], actions, "same history"))


def _require_equal_refusals(context: CheckContext) -> None:
    """Raise if seeds with equal first observations refuse an invalid action differently.

    Fields whose first values differ between seeds are those of the task: a refused turn may pass,
    and they then show the next question.
    """
    for action in context.survey.invalid[:5]:
        replies: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
        for seed in range(1, 13):
            driver = context.new_driver()
            opening, response = driver.reset(seed=seed, episode_id="same"), driver.step(action)
            driver.close()
            if opening.data is not None and response.data is not None and not response.done:
                replies.append((seed, opening.data, response.data))
        names = replies[0][1] if replies else {}
        task = {n for n in names if len({to_text(first.get(n)) for _, first, _ in replies}) > 1}
        refusals: dict[str, tuple[int, str]] = {}
        for seed, first, reply in replies:
            told = to_text({name: value for name, value in reply.items() if name not in task})
            other, refusal = refusals.setdefault(to_text(first), (seed, told))
            # where a refused turn passes, what luck brings next is shown
            if refusal != told and not chance_decides(context):
                raise PropertyViolated(
                    f"seeds {other} and {seed} show equal observations, but refuse this "
                    "differently",
                    Episode.of(seed, [action], "illegal"),
                )


@check("secrecy.traceback")
def traceback(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    for action in [*context.survey.invalid, *odd_actions(context)[:40], *context.pool[:5]]:
        driver = context.new_driver()
        calls = [Call("reset", options={"seed": context.seeds[0]}), Call("step", action)]
        response = [context.call(driver, call) for call in calls][-1]
        driver.close()
        text = response.message if response.data is None else "\n".join(_strings(response.data))
        if _TRACEBACK.search(text) and not _TRACEBACK.search(to_text(action)):
            match = _TRACEBACK.search(text)
            example = Episode(tuple(calls), "illegal")
            raise PropertyViolated(
                f"the response contains {match.group(0) if match else ''!r}", example
            )


def _strings(value: Any) -> Iterator[str]:
    """Every text in nested dicts and lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


_READING_TEXTS = (  # FILE is replaced by the path of a marked file
    "printenv HALLMARK_CANARY; echo $HALLMARK_CANARY; env",
    "import os\nprint(os.environ.get('HALLMARK_CANARY'))\nprint(dict(os.environ))",
    "FILE",
    "../../../../../../../..FILE",
    "file://FILE",
)
_PRODUCT = "1234567*7654321"
_COMPUTED = re.compile(r"formula|expression|equation|calculat|arithmetic", re.I)
"""Names and descriptions of fields whose texts the environment is meant to compute."""
_SHELL_PRODUCT = "$((1234567*7654321))"
_SCRIPT = re.compile(r"\b(bash|shell|sh)\b", re.I)
"""The same of fields whose texts a shell of the agent runs, which expands expressions."""
_FILLING = ("format", "format_map", "substitute", "safe_substitute", "render")
"""Methods that fill a template."""
_MOST_NAMES = 20
_EVALUATED_TEXTS = {  # what each becomes if a server evaluates it
    "{0.__class__}": "<class '",
    "{0.__class__.__mro__}": "<class '",
    "%(__class__)s": "<class '",
    "{{1234567*7654321}}": "9449772114007",
    "${1234567*7654321}": "9449772114007",
    _PRODUCT: "9449772114007",
    _SHELL_PRODUCT: "9449772114007",
}
_MEANT = {_PRODUCT: _COMPUTED, _SHELL_PRODUCT: _SCRIPT}
"""The fields that are meant to compute such a text."""


@check("secrecy.server_environment")
def server_environment(context: CheckContext) -> None:
    """Send texts that read a marked variable or file, and expressions to evaluate."""
    fields = context.source.text_fields()
    if not fields or context.subject.url is not None:
        raise NotApplicable("the action has no text field, or the subject is a running server")
    marker = "hm4rk" + os.urandom(6).hex()
    os.environ["HALLMARK_CANARY"] = marker
    with tempfile.NamedTemporaryFile("w", prefix="hallmark-") as file:
        file.write(marker)
        file.flush()
        texts = {
            text.replace("FILE", file.name): marker for text in _READING_TEXTS
        } | _EVALUATED_TEXTS
        named = template_names(context)[:_MOST_NAMES]
        texts |= {f"{{{name}.__class__}}": "<class '" for name in named}
        for text, evidence in texts.items():
            for action in context.until_budget(context.pool[:6], least=2):
                for name in fields:
                    if text in _MEANT and _is_for(_MEANT[text], context, name):
                        continue
                    _require_not_returned(context, {**action, name: text}, evidence)


def template_names(context: CheckContext) -> list[str]:
    """The names that the source gives to templates which it fills: `text.format(ticket=...)`."""
    names: dict[str, None] = {}
    for node in source_nodes(context):
        match node:
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in _FILLING:
                names |= dict.fromkeys(key.arg for key in node.keywords if key.arg)
            case _:
                pass
    return list(names)


def _is_for(words: re.Pattern[str], context: CheckContext, name: str) -> bool:
    """Whether the name or description of a field says so: what it computes is then no secret."""
    described = context.source.schema.get("properties", {}).get(name, {})
    return bool(words.search(f"{name} {described.get('description', '')}"))


def _require_not_returned(context: CheckContext, action: Action, evidence: str) -> None:
    if not context.source.valid(action):
        return
    example = Episode.of(context.seeds[0], [action], "asks for data of the server")
    response = context.play(example)[-1]
    if evidence in to_text(response.data) or evidence in response.message:
        raise PropertyViolated(
            f"the response contains what only the server knows or computes: {evidence!r}", example
        )

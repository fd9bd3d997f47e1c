"""Secrecy: nothing that the environment returns before the end contains the answer."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.encodings import (
    find_encoded,
    forms_of_the_task,
    to_text,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.late_answers import require_no_late_answer
from hallmark_rl.conformance.properties.secrecy.late_values import require_no_late_values
from hallmark_rl.conformance.properties.secrecy.secret_search import (
    WEAK_FORMS,
    is_common,
    search_secrets,
)
from hallmark_rl.conformance.properties.secrecy.short_secrets import (
    mentions_secret,
    require_no_steady_place,
)
from hallmark_rl.conformance.properties.secrecy.solution_values import require_no_solution_values
from hallmark_rl.conformance.properties.semantics.shortcut_answers import (
    require_answer_not_in,
    require_no_linear_number,
)
from hallmark_rl.conformance.survey.copy_tasks import fields_to_copy
from hallmark_rl.conformance.survey.rollouts import is_still_secret

_SHORTEST_VALUE = 3
_SEPARATOR = re.compile(r"[,;:|\n]|\bor\b|\band\b")
_FEWEST_LISTED = 8
"""Items of a list in a description that is a vocabulary."""
_FEWEST_OTHERS = 4
"""Different items of a list, in the responses to some actions, that make the right one no leak."""
_PUBLISHED, _FEWEST_PUBLISHED = 0.5, 3
"""Share of the different secrets that a schema must hold, or their number."""


@check("semantic.no_solution_leakage")
def no_solution_leakage(context: CheckContext) -> None:
    if context.survey.solutions:
        require_no_linear_number(context)
        require_no_late_answer(context)

    def read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
        for key, value in (response.data or {}).items():
            if key != "metadata" and key not in copied:
                yield f"the observation's {key}", to_text(value)

    copied = fields_to_copy(context.subject) if not context.secrets_declared else set()
    search_secrets(context, read)


@check("secrecy.state")
def state(context: CheckContext) -> None:
    context.require_capability_absent("open_state", "the agent does not see the state")
    if context.survey.solutions:
        require_answer_not_in(context, lambda driver, response: driver.state().data, "the state")
        for require in (require_no_solution_values, require_no_late_values):
            require(context, lambda driver, response: driver.state().data, "the state")

    def read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
        data = driver.state().data or {}
        for key, value in data.items():
            if key != "episode_id":
                yield f"state's {key}", to_text(value)

    search_secrets(context, read, hidden=True)


@check("secrecy.metadata")
def metadata(context: CheckContext) -> None:
    if context.survey.solutions:
        require_answer_not_in(
            context, lambda driver, response: response.data.get("metadata"), "the metadata"
        )
        for require in (require_no_solution_values, require_no_late_values):
            require(context, _metadata_of, "the metadata")

    def read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
        for key, value in ((response.data or {}).get("metadata") or {}).items():
            yield f"metadata's {key}", to_text({key: value})
        if isinstance(driver, InProcessDriver) and callable(
            getattr(driver.env, "get_metadata", None)
        ):
            yield "get_metadata()", str(driver.env.get_metadata())

    search_secrets(context, read, hidden=True)


def _metadata_of(driver: Any, response: Any) -> Any:
    return (response.data or {}).get("metadata")


@check("secrecy.schema")
def schema(context: CheckContext) -> None:
    models = (
        context.subject.action_type,
        context.subject.observation_type,
        context.subject.state_type,
    )
    texts = [
        to_text(model.model_json_schema())
        for model in models
        if hasattr(model, "model_json_schema")
    ]
    different = {secret for _, secrets in context.secrets for secret in secrets if len(secret) >= 4}
    published = [
        secret
        for secret in sorted(different)
        if any(
            find_encoded(secret, text) and not _in_enum(text, secret) and not _listed(text, secret)
            for text in texts
        )
    ]
    # One of many answers may stand there as an example.
    if published and len(published) >= min(_FEWEST_PUBLISHED, _PUBLISHED * len(different)):
        raise PropertyViolated(f"the secret {published[0]!r} is in a published schema")


def _in_enum(text: str, secret: str) -> bool:
    """Whether the secret is a value of an enum, which is a vocabulary and no answer."""
    return any(
        secret in values for values in re.findall(r'"(?:enum|const)": (\[[^\]]*\]|"[^"]*")', text)
    )


def _listed(text: str, secret: str) -> bool:
    """Whether the secret is an item of a long list in a text of the schema: `one of: a, b, ...`."""
    texts = [value for _, value in subtrees(json.loads(text)) if isinstance(value, str)]
    lists = [[item.strip(" .'\"`") for item in _SEPARATOR.split(value)] for value in texts]
    return any(secret in items and len(items) >= _FEWEST_LISTED for items in lists)


@check("secrecy.episode_id")
def episode_id(context: CheckContext) -> None:
    def read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
        yield "the episode id", str((driver.state().data or {}).get("episode_id", ""))

    search_secrets(context, read, hidden=True)


@check("secrecy.errors")
def errors(context: CheckContext) -> None:
    """Search the errors that are raised, and the responses to invalid and wrong actions."""
    from hallmark_rl.conformance.checking.probes.constant_answers import constant_actions
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    actions = [
        *context.survey.invalid,
        *odd_actions(context)[:25],
        *context.pool[:4],
        *constant_actions(context),
    ]
    if not context.secrets_declared:
        looks_up = lookup_kinds(context)
        actions = [action for action in actions if kind_of(context, action) not in looks_up]
    decoded = forms_of_the_task(task_sentences(context))
    for solution, secrets in context.until_budget(context.secrets, least=3):
        listed: dict[str, set[str]] = {}
        found: list[tuple[str, str, Action, Any]] = []
        for action in context.until_budget(actions, least=30):
            if mentions_secret(action, secrets):
                continue
            driver = context.new_driver()
            seed = {} if solution.seed is None else {"seed": solution.seed}
            opening = to_text(driver.reset(**seed).data)
            response = driver.step(action)
            still = [s for s in secrets if is_still_secret(context.subject, driver, s)]
            driver.close()
            for path, value in _list_items(response.data):
                listed.setdefault(path, set()).add(value)
            text = (
                response.message
                if response.data is None
                else ""
                if response.done
                else to_text(response.data)
            )
            for secret in still:
                form = find_encoded(secret, text)
                if form and not context.secrets_declared and form in WEAK_FORMS:
                    continue
                if response.data is not None and form in decoded:
                    continue  # the next text that is to be decoded
                if form and find_encoded(secret, opening):
                    continue  # the first message shows it: see semantic.no_solution_leakage
                if form and not is_common(context.secrets, solution, secret, form, text):
                    found.append((secret, form, action, response.data))
        for secret, form, action, data in found:
            if not context.secrets_declared and _is_one_of_many(secret, data, listed):
                continue  # a search that finds the right item among others
            raise PropertyViolated(
                f"the secret {secret!r} is in the response to this action, {form}",
                Episode.of(solution.seed, [action], "illegal"),
            )
    if context.secrets_declared:
        known = [secrets for _, secrets in context.secrets]
        require_no_steady_place(context, _response_text, known, actions=actions)


def _list_items(data: Any) -> Iterator[tuple[str, str]]:
    """The texts in lists of a message, with their paths without the indices."""
    for path, value in subtrees(data or {}):
        if isinstance(value, str) and "[" in path:
            yield re.sub(r"\[\d+\]", "[]", path), value


def _is_one_of_many(secret: str, data: Any, listed: dict[str, set[str]]) -> bool:
    """Whether a message shows a secret only as an item of lists that have shown other items."""
    items = [path for path, value in _list_items(data) if value == secret]
    shown = to_text(data).lower().count(secret.lower())
    return 0 < len(items) == shown and all(len(listed[path]) >= _FEWEST_OTHERS for path in items)


def lookup_kinds(context: CheckContext) -> set[str]:
    """The kinds of actions that solutions take before their last one, and never as their last.

    What such a tool shows may hold the answer: to find it there is the task.
    """
    earlier = {kind_of(context, a) for s in context.survey.solutions for a in s.actions[:-1]}
    last = {kind_of(context, a) for s in context.survey.solutions for a in s.actions[-1:]}
    return earlier - last


def kind_of(context: CheckContext, action: Action) -> str:
    """The values of an action's fields that have a fixed set of values, as text."""
    fields = context.survey.schema.get("properties", {})
    fixed = {k: v for k, v in action.items() if {"enum", "const"} & set(fields.get(k, {}))}
    return to_text(fixed)


def _response_text(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
    """The error that was raised, or the message."""
    if response.data is None:
        yield "the error", response.message
    else:
        yield "the response", to_text(response.data)


@check("secrecy.logs")
def logs(context: CheckContext) -> None:
    import logging

    context.new_in_process_driver().close()
    logging.basicConfig(level=logging.DEBUG, force=True)

    def read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
        for handler in logging.getLogger().handlers:
            handler.flush()
        import sys

        sys.stdout.flush()
        size = os.fstat(1).st_size
        yield "what is printed or logged", os.pread(1, size, 0).decode("utf-8", "replace")

    search_secrets(context, read)


@check("secrecy.repr")
def representation(context: CheckContext) -> None:
    def read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
        if isinstance(driver, InProcessDriver):
            yield "repr(env)", repr(driver.env)
            yield "repr(observation)", _without_shown(repr(response.raw), response.data)
            yield "repr(state)", repr(driver.state().raw)

    context.new_in_process_driver().close()
    search_secrets(context, read)


def _without_shown(text: str, data: Any) -> str:
    """The text without the values that the message shows anyway."""
    values = {str(v) for _, v in subtrees(data or {}) if isinstance(v, str | int | float)}
    for value in sorted(values, key=len, reverse=True):  # a page before a name on it
        if len(value) >= _SHORTEST_VALUE:
            text = text.replace(value, "*")
    return text

"""Secrecy: the answer shows nowhere before the end, in no disguise."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.encodings import find_encoded, to_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.episode_data import Action, Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.shortcuts import (
    require_no_number,
    require_not_held,
)
from hallmark_rl.conformance.survey.survey_data import Rollout


def _plays(context: CheckContext, one: Rollout) -> Iterator[Episode]:
    """Episodes in which the agent does not say the secret itself."""
    wrong = [action for other in context.survey.solutions for action in other.actions[-1:]]
    clean = [
        a for a in [*wrong, *context.pool, *context.survey.invalid] if not _says(a, one.secrets)
    ]
    yield Episode.of(one.seed, [], "opening")
    rng = context.rng(f"secret{one.seed}")
    for length in (3, 8):
        if clean:
            actions = [rng.choice(clean) for _ in range(length)]
            yield Episode.of(one.seed, actions, "without the answer")
    if clean:
        yield Episode.of(one.seed, clean[:1] * 8, "repetition")
    if context.secrets_declared:  # else the way there may be how one finds the answer
        before = [action for action in one.actions if not _says(action, one.secrets)]
        yield Episode.of(one.seed, before, "towards the solution")


def _says(action: Action, secrets: list[str]) -> bool:
    text = json.dumps(action, default=repr, ensure_ascii=False)
    return any(find_encoded(secret, text) for secret in secrets)


def _is_menu_or_prompt(text: str, secret: str) -> bool:
    """Whether a derived secret stands there as one of several options, or within a long text."""
    try:
        value = json.loads(text)
    except ValueError:
        return False

    def innocent(item: Any, beside: int) -> bool:
        if isinstance(item, str):
            long = len(item) > len(secret) + 40
            return secret.lower() not in item.lower() or beside > 1 or long
        if isinstance(item, list):
            return all(innocent(inner, len(item)) for inner in item)
        if isinstance(item, dict):
            return all(innocent(inner, 1) for inner in item.values())
        return True

    return innocent(value, 1)


_WEAK = ("reversed", "in rot13", "spaced out", "joined by dashes", "joined by commas")


def _search(context: CheckContext, read: Any) -> None:
    """Look for every seed's secrets in what `read(context, driver, seen)` yields before the end."""
    found_any = False
    told_by_author = context.secrets_declared
    for one, secrets in context.until_budget(context.secrets, least=3):
        if context.seconds_left() < -1.5:
            break
        told = [secret for secret in secrets if secret.strip()]
        marked = Rollout(one.seed, one.actions, one.rewards, one.done, secrets=told)
        for episode in _plays(context, marked):
            driver = context.new_driver()
            shown: list[Call] = []
            for call in episode.calls:
                seen = context.call(driver, call)
                shown.append(call)
                found_any = True
                if seen.done or (seen.data is None and call.op == "reset"):
                    break
                for place, text in read(driver, seen):
                    for secret in told:
                        how = find_encoded(secret, text)
                        if how and not told_by_author:
                            weak = how in _WEAK or how == "as a list of letters"
                            if weak or _is_menu_or_prompt(text, secret):
                                continue
                        if how and not _common(context, one, secret, how, text):
                            so_far = Episode(tuple(shown), episode.label)
                            raise PropertyViolated(
                                f"the secret {secret!r} is in {place}, {how}", so_far
                            )
                if seen.data is None:
                    break
            driver.close()
    if not found_any:
        raise NotApplicable("secrets(env) names nothing")


def _common(context: CheckContext, one: Rollout, secret: str, how: str, text: str) -> bool:
    """Whether a short secret stands there for another reason: other seeds' secrets do as well."""
    if len(secret) > 3 or how != "plainly":
        others = [s for other, listed in context.secrets if other.seed != one.seed for s in listed]
        others = [s for s in others if s != secret]
        # A list of every candidate (a menu, a vocabulary) gives nothing away.
        return len(others) >= 2 and all(find_encoded(other, text) for other in others)
    others = [s for other, listed in context.secrets if other.seed != one.seed for s in listed]
    if text == json.dumps(secret):
        return False
    return secret.isdigit() or any(find_encoded(s, text) for s in others if s != secret)


@check("semantic.no_solution_leakage")
def no_solution_leakage(context: CheckContext) -> None:
    if context.survey.solutions:
        require_no_number(context)

    def read(driver: Any, seen: Any) -> Iterator[tuple[str, str]]:
        for key, value in (seen.data or {}).items():
            if key != "metadata":
                yield f"the observation's {key}", to_text(value)

    _search(context, read)


@check("secrecy.state")
def state(context: CheckContext) -> None:
    context.require_capability_absent("open_state", "the state is not for the agent")
    if context.survey.solutions:
        require_not_held(context, lambda driver, seen: driver.state().data, "the state")

    def read(driver: Any, seen: Any) -> Iterator[tuple[str, str]]:
        data = driver.state().data or {}
        for key, value in data.items():
            if key != "episode_id":
                yield f"state's {key}", to_text(value)

    _search(context, read)


@check("secrecy.metadata")
def metadata(context: CheckContext) -> None:
    if context.survey.solutions:
        require_not_held(context, lambda driver, seen: seen.data.get("metadata"), "the metadata")

    def read(driver: Any, seen: Any) -> Iterator[tuple[str, str]]:
        for key, value in ((seen.data or {}).get("metadata") or {}).items():
            yield f"metadata's {key}", to_text({key: value})
        if isinstance(driver, InProcessDriver) and callable(
            getattr(driver.env, "get_metadata", None)
        ):
            yield "get_metadata()", str(driver.env.get_metadata())

    _search(context, read)


@check("secrecy.schema")
def schema(context: CheckContext) -> None:
    kinds = (
        context.subject.action_type,
        context.subject.observation_type,
        context.subject.state_type,
    )
    texts = [to_text(k.model_json_schema()) for k in kinds if hasattr(k, "model_json_schema")]
    for _, secrets in context.secrets:
        for secret in secrets:
            for text in texts:
                if len(secret) >= 4 and find_encoded(secret, text) and not _in_enum(text, secret):
                    raise PropertyViolated(f"the secret {secret!r} is in a published schema")


def _in_enum(text: str, secret: str) -> bool:
    """Options of an enum are a vocabulary, not an answer."""
    return any(
        secret in found for found in re.findall(r'"(?:enum|const)": (\[[^\]]*\]|"[^"]*")', text)
    )


@check("secrecy.episode_id")
def episode_id(context: CheckContext) -> None:
    def read(driver: Any, seen: Any) -> Iterator[tuple[str, str]]:
        yield "the episode id", str((driver.state().data or {}).get("episode_id", ""))

    _search(context, read)


@check("secrecy.errors")
def errors(context: CheckContext) -> None:
    """Errors that are raised, and answers to illegal actions."""
    from hallmark_rl.conformance.checking.probes.constant_answers import constant_actions
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    odd = [
        *context.survey.invalid,
        *odd_actions(context)[:25],
        *context.pool[:4],
        *constant_actions(context),
    ]
    for one, secrets in context.until_budget(context.secrets, least=3):
        for action in context.until_budget(odd, least=30):
            if _says(action, secrets):
                continue
            driver = context.new_driver()
            driver.reset(**({} if one.seed is None else {"seed": one.seed}))
            seen = driver.step(action)
            driver.close()
            text = seen.message if seen.data is None else "" if seen.done else to_text(seen.data)
            for secret in secrets:
                how = find_encoded(secret, text)
                if how and not context.secrets_declared and how in _WEAK:
                    continue
                if how and not _common(context, one, secret, how, text):
                    shown = Episode.of(one.seed, [action], "illegal")
                    raise PropertyViolated(
                        f"the secret {secret!r} is in the answer to it, {how}", shown
                    )


@check("secrecy.logs")
def logs(context: CheckContext) -> None:
    import logging

    context.new_in_process_driver().close()
    logging.basicConfig(level=logging.DEBUG, force=True)

    def read(driver: Any, seen: Any) -> Iterator[tuple[str, str]]:
        for stream in logging.getLogger().handlers:
            stream.flush()
        import sys

        sys.stdout.flush()
        size = os.fstat(1).st_size
        yield "what is printed or logged", os.pread(1, size, 0).decode("utf-8", "replace")

    _search(context, read)


@check("secrecy.repr")
def representation(context: CheckContext) -> None:
    def read(driver: Any, seen: Any) -> Iterator[tuple[str, str]]:
        if isinstance(driver, InProcessDriver):
            yield "repr(env)", repr(driver.env)
            yield "repr(observation)", repr(seen.raw)
            yield "repr(state)", repr(driver.state().raw)

    context.new_in_process_driver().close()
    _search(context, read)

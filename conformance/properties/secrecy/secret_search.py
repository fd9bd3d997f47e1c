"""Search for the answer of an episode in what the environment returns before the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.encodings import (
    find_disguised,
    find_encoded,
    forms_of_the_task,
    to_text,
)
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.short_secrets import (
    Read,
    mentions_secret,
    require_no_steady_place,
)
from hallmark_rl.conformance.survey.rollouts import is_still_secret
from hallmark_rl.conformance.survey.survey_data import FIRST_SEED, Rollout

WEAK_FORMS = (
    "reversed",
    "with its words in reverse order",
    "in rot13",
    "spaced out",
    "joined by dashes",
    "joined by commas",
)
"""Encodings in which a derived secret may occur by chance."""
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_OTHERS = 6
"""Other actions that are compared with one that seems to show a secret."""


Cases = list[tuple[Rollout, list[str]]]
"""Rollouts with the texts that must not show before they end."""


def _harmless_episodes(context: CheckContext, solution: Rollout) -> Iterator[Episode]:
    """Episodes on the solution's seed in which no action contains a secret."""
    other_answers = [action for other in context.survey.solutions for action in other.actions[-1:]]
    harmless = [
        action
        for action in [*other_answers, *context.pool, *context.survey.invalid]
        if not mentions_secret(action, solution.secrets)
    ]
    options = solution.options
    yield Episode.of(solution.seed, [], "opening", **options)
    rng = context.rng(f"secret{solution.seed}")
    is_first = solution.seed in (FIRST_SEED, context.seeds[0])
    lengths = (3, 8, context.full_length) if is_first or not context.out_of_time() else (3, 8)
    for length in lengths:
        if harmless:
            actions = [rng.choice(harmless) for _ in range(length)]
            yield Episode.of(solution.seed, actions, "without the answer", **options)
    if harmless:
        yield Episode.of(solution.seed, harmless[:1] * 8, "repetition", **options)
    if context.secrets_declared:  # otherwise the solution may legitimately reveal it
        before = [
            action for action in solution.actions if not mentions_secret(action, solution.secrets)
        ]
        yield Episode.of(solution.seed, before, "towards the solution", **options)


def _is_menu_or_prompt(text: str, secret: str) -> bool:
    """Whether the secret occurs only as one of several list items, or within a long text."""
    try:
        value = json.loads(text)
    except ValueError:
        return False

    def is_harmless(item: Any, siblings: int) -> bool:
        if isinstance(item, str):
            is_long_text = len(item) > len(secret) + 40
            return secret.lower() not in item.lower() or siblings > 1 or is_long_text
        if isinstance(item, list):
            return all(is_harmless(inner, len(item)) for inner in item)
        if isinstance(item, dict):
            return all(is_harmless(inner, 1) for inner in item.values())
        return True

    return is_harmless(value, 1)


def search_secrets(context: CheckContext, read: Read, *, hidden: bool = False) -> None:
    """Raise if a secret is in what `read(driver, response)` yields before the end of an episode.

    Secrets are those of `secrets(env)` in proof.py, or derived from the oracle's actions. Derived
    ones are searched less strictly, because they may be part of the task. Secrets that are too
    short to be recognised in a text are compared with each place on many seeds; `hidden` says that
    the places are no part of a task, so that simple functions of a secret count as well.

    Raises:
        NotApplicable: there is no secret.
        EvidenceMissing: the secrets are too short, and do not vary enough to be compared.
    """
    cases = context.secrets
    search_secrets_of(context, cases, read, cases, seconds=-1.5, hidden=hidden)
    if context.secrets_declared:
        require_no_steady_place(context, read, [known for _, known in cases], hidden=hidden)


def search_secrets_of(
    context: CheckContext,
    cases: Cases,
    read: Read,
    known: Cases,
    *,
    seconds: float,
    hidden: bool = False,
) -> None:
    """Search the secrets of given rollouts, in episodes of their seeds and options.

    Args:
        context: the context of the check.
        cases: the rollouts, with their secrets.
        read: as for `search_secrets`.
        known: secrets of other seeds: a text that holds them too is a list of candidates.
        seconds: no further rollout is searched when less of the budget is left; a negative number
            for a budget that is exceeded.
        hidden: as for `search_secrets`.

    Raises:
        PropertyViolated: a secret was found.
        NotApplicable: no secret was searched.
    """
    searched = False
    declared = context.secrets_declared
    for solution, secrets in context.until_budget(cases, least=3):
        if context.out_of_time(-seconds):
            break
        nonempty = [secret for secret in secrets if secret.strip()]
        with_secrets = replace(solution, secrets=nonempty)
        for episode in _harmless_episodes(context, with_secrets):
            driver = context.new_driver()
            calls: list[Call] = []
            for call in episode.calls:
                response = context.call(driver, call)
                calls.append(call)
                searched = True
                if response.done or (response.data is None and call.op == "reset"):
                    break
                for place, text in read(driver, response):
                    for secret in nonempty:
                        form = find_encoded(secret, text)
                        if not form and hidden and declared:
                            form = _disguised(secret, text, response.data)
                        if form and not declared:
                            weak = form in WEAK_FORMS or form == "as a list of letters"
                            if weak or _is_menu_or_prompt(text, secret):
                                continue
                        if form and _is_shown_on_purpose(context, form, place):
                            continue
                        if form and not is_common(known, solution, secret, form, text):
                            so_far = Episode(tuple(calls), episode.label)
                            may_be_asked = not declared and not hidden
                            if may_be_asked and _is_looked_up(context, so_far, read, secret):
                                continue
                            if not is_still_secret(context.subject, driver, secret):
                                continue
                            if _is_there_again(
                                context, so_far, read, place, secret
                            ) and not _is_there_always(context, so_far, read, place, secret, known):
                                raise PropertyViolated(
                                    f"the secret {secret!r} is in {place}, {form}", so_far
                                )
                if response.data is None:
                    break
            driver.close()
    if not searched:
        raise NotApplicable("secrets(env) returns no secrets")


def _is_shown_on_purpose(context: CheckContext, form: str, place: str) -> bool:
    """Whether the agent is to decode the form: it sees it, and a text speaks of such forms."""
    shown = place.startswith("the observation") and form != "plainly"
    return shown and form in forms_of_the_task(task_sentences(context))


def _is_looked_up(context: CheckContext, episode: Episode, read: Read, secret: str) -> bool:
    """Whether the last step shows a derived secret only for what its action asks for.

    In its place, actions are played that differ in texts and numbers: if none of them shows the
    secret, the action has looked it up, as the task may be to do.
    """
    *before, last = episode.calls
    asked = last.action if last.op == "step" else None
    if not asked:
        return False
    fields = context.source.schema.get("properties", {})
    fixed = {k: v for k, v in asked.items() if {"enum", "const"} & set(fields.get(k, {}))}
    others = [
        {**action, **fixed}
        for action in context.pool
        if {**action, **fixed} != asked and not mentions_secret({**action, **fixed}, [secret])
    ]
    tried = 0
    for other in filter(context.source.valid, others[:_OTHERS]):
        driver = context.new_driver()
        response = [context.call(driver, c) for c in (*before, Call("step", other))][-1]
        texts = [] if response.data is None else [text for _, text in read(driver, response)]
        driver.close()
        if any(find_encoded(secret, text) for text in texts):
            return False
        tried += 1
    return tried > 0


def _is_there_again(
    context: CheckContext, episode: Episode, read: Read, place: str, secret: str
) -> bool:
    """Whether a second play shows the secret there too: an id may hold its digits by chance."""
    texts = _texts_at(context, episode, read, place)
    return any(find_encoded(secret, text) or find_disguised(secret, text) for text in texts)


def _is_there_always(
    context: CheckContext, episode: Episode, read: Read, place: str, secret: str, known: Cases
) -> bool:
    """Whether a task with other secrets shows the same there, such as a description in which the
    secret is an ordinary word."""
    other = next((rollout for rollout, secrets in known if secret not in secrets), None)
    if other is None or other.seed is None:
        return False
    reset = episode.calls[0]
    elsewhere = replace(reset, options={**reset.options, "seed": other.seed})
    texts = _texts_at(context, episode, read, place)
    same = Episode((elsewhere, *episode.calls[1:]), episode.label)
    return texts == _texts_at(context, same, read, place)


def _texts_at(context: CheckContext, episode: Episode, read: Read, place: str) -> list[str]:
    """What is read at a place after an episode, without addresses in memory."""
    driver = context.new_driver()
    response = [context.call(driver, call) for call in episode.calls][-1]
    texts = [_ADDRESS.sub("", text) for where, text in read(driver, response) if where == place]
    driver.close()
    return texts


def _disguised(secret: str, text: str, message: dict[str, Any] | None) -> str:
    """How a hidden text disguises a secret; empty if the observation shows the same."""
    form = find_disguised(secret, text)
    shown = {key: value for key, value in (message or {}).items() if key != "metadata"}
    return "" if form and find_disguised(secret, to_text(shown)) else form


def is_common(known: Cases, solution: Rollout, secret: str, form: str, text: str) -> bool:
    """Whether the text contains the secret for another reason: it contains other seeds' secrets."""
    other_secrets = [
        other_secret
        for other, secrets in known
        if other.seed != solution.seed
        for other_secret in secrets
        if other_secret != secret
    ]
    if len(secret) > 3 or form != "plainly":
        # A list of all candidates, such as a menu or a vocabulary, reveals nothing.
        return len(other_secrets) >= 2 and all(find_encoded(s, text) for s in other_secrets)
    if text == json.dumps(secret):
        return False
    return secret.isdigit() or any(find_encoded(s, text) for s in other_secrets)

"""Make the survey of a subject in this process: what it accepts, what solves it, how fast it is."""

from __future__ import annotations

import functools
import inspect
import random
import time
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.actions.action_source import (
    ActionSource,
    action_source,
    action_to_dict,
    add_tokens,
    observation_tokens,
)
from hallmark_rl.conformance.actions.json_schema import samples
from hallmark_rl.conformance.actions.named_lists import named_lists
from hallmark_rl.conformance.actions.source_words import SourceWords, source_words
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import Driver, address_of, open_driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_differences, difference
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.processes.forking import run_in_fork
from hallmark_rl.conformance.survey.acceptance import low_rate, measure_acceptance
from hallmark_rl.conformance.survey.cover_choices import cover_choices
from hallmark_rl.conformance.survey.declarations import read_declared
from hallmark_rl.conformance.survey.documented_actions import (
    add_commands,
    add_examples,
    add_listed_words,
)
from hallmark_rl.conformance.survey.find_actions import ActionFinder
from hallmark_rl.conformance.survey.long_episode import keep_long_episode
from hallmark_rl.conformance.survey.nonsense import NonsenseEffect, nonsense_effect
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.shown_values import SEEDS, accepted_with_shown_values
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, FIRST_SEED, Survey
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.diagnosis import diagnosis

_LARGER_POOL = 40
"""Actions of the pool in profiles longer than `quick`."""
_GOOD_RATE = 0.5
"""Share of accepted steps above which no better actions are looked for."""
_ORACLE_SECONDS = 1.0
"""Seconds of an episode in which the oracle plays more than 200 steps, if so many are declared."""
_SLOW_EPISODE = 5.0
"""Seconds of an episode from which on each policy plays one seed only."""


def collect_survey(subject: Subject, profile: Profile) -> Survey:
    """Survey a subject.

    Raises nothing that the subject raises: if it cannot be played, `startup` says why, and if a
    function of proof.py fails, `evidence` says how.

    Raises:
        EvidenceMissing: a running server has no session left, or does not answer any more.
    """
    survey = Survey()
    began = time.monotonic()
    try:
        driver = open_driver(subject)
    except EvidenceMissing:
        raise
    except BaseException as error:
        survey.startup = diagnosis("the environment's constructor", error)
        return survey
    survey.start_s = time.monotonic() - began
    survey.accepts = _accepted_arguments(subject, driver)
    first = driver.reset()
    if first.error == "NotImplementedError" and isinstance(driver, InProcessDriver):
        survey.use_async = True
        driver.use_async = True
        first = driver.reset()
    if first.data is None:
        problem = first.raw if isinstance(first.raw, BaseException) else None
        survey.startup = (
            f"reset() without arguments fails: {first.error}: {first.message}"
            if problem is None
            else diagnosis("reset() without arguments", problem)
        )
        return survey
    survey.reset_s = first.seconds
    source = _make_source(subject, driver, first, survey)
    lists = named_lists(subject) if source.strategy is None else {}
    add_listed_words(source, lists)
    _record_errors(survey, "actions", lambda: _fill_pool(survey, source, profile))
    nonsense = nonsense_effect(source, driver) if source.strategy is None else None
    words = functools.cache(lambda: source_words(subject))  # not all environments need them
    add_commands(survey, source, lists, words)
    _find_accepted(survey, source, driver, nonsense, words)
    add_examples(survey, source, lambda: words().blocks)
    _cover_choices(survey, source, driver, nonsense, words)
    invalid = getattr(subject.proof, "invalid", None)
    if callable(invalid):
        _record_errors(survey, "invalid", lambda: _fill_invalid(survey, source, invalid))
    _measure_speed(survey, driver)
    driver.close()
    _play_policies(subject, survey, profile)
    _test_determinism(subject, survey)
    if profile.covers("default"):
        keep_long_episode(subject, survey)
    return survey


def _record_errors(survey: Survey, name: str, work: Callable[[], None]) -> None:
    """Do `work`, which calls the function `name` of proof.py; keep the text of an exception."""
    try:
        work()
    except Exception as error:
        survey.evidence[name] = f"{type(error).__name__}: {error}"


def _fill_pool(survey: Survey, source: ActionSource, profile: Profile) -> None:
    """Sample valid actions; from the schema if the author's `actions()` raises."""
    try:
        survey.pool = source.sample(BASE_POOL)
        if profile.covers("default"):
            more = [action for action in source.sample(_LARGER_POOL) if action not in survey.pool]
            survey.pool = [*survey.pool, *more][:_LARGER_POOL]
    except Exception:
        source.strategy = None
        survey.pool = source.sample(BASE_POOL)
        raise


def _find_accepted(
    survey: Survey,
    source: ActionSource,
    driver: Driver,
    nonsense: NonsenseEffect | None,
    words: Callable[[], SourceWords],
) -> None:
    """Measure how many actions are accepted; if few are, look for better ones.

    Those of the author's `actions()` are kept unless they are too few to prove anything. The pool
    then begins with what was found, followed by half as many of the refused actions.
    """
    survey.acceptance = measure_acceptance(survey, driver, nonsense)
    found = survey.acceptance
    if source.strategy is not None and (not survey.pool or not low_rate(survey)):
        return
    if found.accepted >= _GOOD_RATE * found.played > 0 and not low_rate(survey):
        return
    finder = ActionFinder(survey, source, driver, words(), nonsense)
    is_lost = found.understood == 0
    learned = [] if is_lost else accepted_with_shown_values(survey, source, driver)
    if len(learned) < SEEDS:
        finder.search()
        learned += [action for action in finder.accepted.values() if action not in learned]
    if not learned:
        return
    refused = [action for action in survey.pool if action not in learned]
    former = survey.pool, survey.acceptance
    survey.pool = [*learned, *refused[: max(2, len(learned) // 2)]]
    survey.opening = finder.opening
    survey.acceptance = measure_acceptance(survey, driver, nonsense)
    more = survey.acceptance.accepted > found.accepted
    if not more and (survey.acceptance.understood or 0) <= (found.understood or 0):
        survey.pool, survey.acceptance = former
        survey.opening = []
        return
    survey.learned = [action for action in learned if action not in former[0]]
    for name in source.text_fields():
        texts = [v for action in learned if isinstance(v := action.get(name), str)]
        source.tokens[name] = list(dict.fromkeys([*texts, *source.tokens.get(name, ())]))


def _cover_choices(
    survey: Survey,
    source: ActionSource,
    driver: Driver,
    nonsense: NonsenseEffect | None,
    words: Callable[[], SourceWords],
) -> None:
    """Give the pool accepted actions for choices that have none, or none with an effect.

    They stand near the end of the pool's base.
    """
    if source.strategy is not None or survey.pool == []:
        return
    found = cover_choices(survey, source, driver, lambda: words().words)
    found = found[: BASE_POOL // 3]
    if found:
        place = max(0, min(BASE_POOL, len(survey.pool)) - len(found))
        survey.pool[place:place] = found
        survey.learned += found
        survey.changing = found
        survey.acceptance = measure_acceptance(survey, driver, nonsense)


def _fill_invalid(survey: Survey, source: ActionSource, invalid: Callable[[], Any]) -> None:
    """Sample invalid actions from `invalid()`, a Hypothesis strategy or an iterable.

    Those that the action's model refuses, made with `model_construct`, never reach an environment.
    """
    made = invalid()
    values = samples(made, 20) if hasattr(made, "example") else list(made)
    actions = [value for value in map(action_to_dict, values) if isinstance(value, dict)]
    survey.invalid = list(filter(source.valid, actions))
    if actions and not survey.invalid:
        survey.evidence["invalid"] = "the action's model refuses all actions of invalid()"


def _accepted_arguments(subject: Subject, driver: Driver) -> dict[str, bool]:
    """Which optional arguments `reset` and `step` take; a server takes all."""
    if not isinstance(driver, InProcessDriver):
        return {"seed": True, "episode_id": True, "options": True, "timeout_s": True}
    accepts = {}
    for method, names in (("reset", ("seed", "episode_id", "options")), ("step", ("timeout_s",))):
        parameters = inspect.signature(getattr(driver.env, method)).parameters
        anything = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
        for name in names:
            accepts[name] = anything or name in parameters
    return accepts


def _make_source(subject: Subject, driver: Driver, first: Response, survey: Survey) -> ActionSource:
    """A source of actions that knows the tools and the texts of the first observation."""
    schema = None
    if subject.url is not None:
        from hallmark_rl.conformance.client.http_requests import published_schema

        published = published_schema(address_of(subject))
        schema = published.get("action", {"type": "object"})
        survey.observation_schema = published.get("observation", {})
    source = action_source(subject, schema)
    survey.schema = dict(source.schema)
    tools = driver.step({"type": "list_tools"}) if _may_have_tools(subject, source) else None
    if tools is not None and tools.data is not None:
        survey.tools = list(tools.data.get("tools") or [])
        source.tools = survey.tools
        driver.reset()
    words = [word for word in observation_tokens(first.data) if len(word) <= 80]
    add_tokens(source, {"*": words[:60]})
    survey.tokens = source.tokens
    return source


def _may_have_tools(subject: Subject, source: ActionSource) -> bool:
    """Whether classes or schema look like those of an environment with MCP tools."""
    names = {getattr(base, "__name__", "") for base in getattr(subject.env_class, "__mro__", ())}
    action_name = getattr(subject.action_type, "__name__", "")
    return (
        "MCPEnvironment" in names
        or action_name in ("CallToolAction", "ListToolsAction")
        or (
            "tool_name" in source.schema.get("properties", {}) and "call_tool" in str(source.schema)
        )
    )


def _measure_speed(survey: Survey, driver: Driver) -> None:
    """Measure a reset (best of three) and a step (lower quartile), against noise from outside."""
    if 0.002 < survey.reset_s < 3.0:  # the first reset may have loaded files as well
        survey.reset_s = min(survey.reset_s, *(driver.reset().seconds for _ in range(2)))
    spent = []
    for action in survey.pool[:6]:
        response = driver.step(action)
        spent.append(response.seconds)
        if response.done or response.data is None or sum(spent) > 3.0:
            driver.reset()
    survey.step_s = sorted(spent)[len(spent) // 4] if spent else 0.0


def _play_policies(subject: Subject, survey: Survey, profile: Profile) -> None:
    """Play the oracle, the null policy and random actions on the same seeds."""
    cost = 20 * survey.step_s + survey.reset_s + survey.start_s
    least = 2 if cost < _SLOW_EPISODE else 1
    count = profile.seeds if cost < 0.3 else max(least, min(profile.seeds, int(3 / cost)))
    seeds = [FIRST_SEED + index for index in range(count)]
    limit = 200 if cost < 1.0 else 30
    declared = read_declared(subject).max_steps or limit
    affordable = int(_ORACLE_SECONDS / max(survey.step_s, 1e-4))
    longest = max(limit, min(declared, affordable))
    for name, rollouts in (("oracle", survey.solutions), ("null", survey.null_rollouts)):
        policy = getattr(subject.proof, name, None)
        if not callable(policy):
            continue
        for seed in seeds:
            steps = longest if name == "oracle" else limit
            rollout = play_policy(subject, survey, policy, seed, steps)
            rollouts.append(rollout)
            if rollout.error and name not in survey.evidence:
                survey.evidence[name] = rollout.error
            if rollout.error and subject.url is not None:  # it may need what a server hides
                rollouts.clear()
                break
    if not survey.null_rollouts and survey.pool:
        idle = [min(survey.pool[:BASE_POOL], key=lambda a: len(repr(a)))] * 40
        survey.null_rollouts = [play_actions(subject, survey, idle, seed) for seed in seeds]
    rng = random.Random(0)
    for number, seed in enumerate(seeds):
        if survey.pool:
            pool = survey.pool[:BASE_POOL] if number % 2 == 0 or number < 4 else survey.pool
            actions = [*survey.opening, *(rng.choice(pool) for _ in range(40))]
            survey.random_rollouts.append(play_actions(subject, survey, actions, seed))
    every = [*survey.solutions, *survey.null_rollouts, *survey.random_rollouts]
    survey.longest = max((len(rollout.rewards) for rollout in every), default=0)


def _test_determinism(subject: Subject, survey: Survey) -> None:
    """Play the same seed and actions several times; record whether the messages are equal.

    Each time in a new fork, with newly seeded global generators. Random outcomes may be equal by
    chance, so fast subjects are played seven times, slow ones twice.
    """
    if not survey.pool:
        return
    rng = random.Random(1)
    length = 8 if survey.step_s < 0.05 else 3
    actions = [*survey.opening, *(rng.choice(survey.pool[:BASE_POOL]) for _ in range(length))]

    def play() -> list[dict[str, Any]]:
        driver = open_driver(subject, use_async=survey.use_async)
        trace = [driver.reset(seed=FIRST_SEED, episode_id="survey")]
        for action in actions:
            if trace[-1].done:
                break
            trace.append(driver.step(action))
        driver.close()
        return [response.plain() for response in trace]

    quick = len(actions) * survey.step_s + survey.reset_s + survey.start_s < 0.2
    repeats = 7 if quick or not survey.accepts.get("seed", True) else 2
    traces = [run_in_fork(play) if subject.url is None else play() for _ in range(repeats)]
    content = content_differences(traces[0], traces[1:])
    every = [difference(traces[0], other) for other in traces[1:]]
    survey.deterministic = not content
    survey.difference = str(next((item for item in [*content, *every] if item is not None), ""))

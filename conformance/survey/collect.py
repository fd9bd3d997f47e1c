"""The first look at a subject, in its own process: what it accepts, what solves it, how fast."""

from __future__ import annotations

import inspect
import random
from typing import Any

from hallmark_rl.conformance.actions.source import (
    ActionSource,
    action_source,
    add_tokens,
    as_plain,
    observation_tokens,
)
from hallmark_rl.conformance.client.in_process import Driver, Local, Seen, open_driver
from hallmark_rl.conformance.client.websocket import no_server
from hallmark_rl.conformance.core.diff import content_differences, difference
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.processes.forking import in_fork
from hallmark_rl.conformance.survey.model import FIRST_SEED, Survey, play_actions, play_policy
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.diagnosis import diagnosis


def first_look(subject: Subject, profile: Profile) -> Survey:
    """Look at the subject. Never raises: what keeps it from starting is in `startup`."""
    found = Survey()
    try:
        driver = open_driver(subject)
    except BaseException as error:
        found.startup = (
            diagnosis("the environment's constructor", error)
            if subject.url is None
            else no_server(subject.url, error)
        )
        return found
    found.accepts = _accepts(subject, driver)
    first = driver.reset()
    if first.error == "NotImplementedError" and isinstance(driver, Local):
        found.use_async = True
        driver.use_async = True
        first = driver.reset()
    if first.data is None:
        problem = first.raw if isinstance(first.raw, BaseException) else None
        found.startup = (
            f"reset() without arguments fails: {first.error}: {first.message}"
            if problem is None
            else diagnosis("reset() without arguments", problem)
        )
        return found
    found.reset_s = first.seconds
    source = _source(subject, driver, first, found)
    _try_evidence(found, "actions", lambda: _fill_pool(found, source, profile))
    maker = getattr(subject.proof, "invalid", None)
    if callable(maker):
        _try_evidence(found, "invalid", lambda: _fill_invalid(found, maker))
    _speed(found, driver)
    driver.close()
    _policies(subject, found, profile)
    _determinism(subject, found)
    return found


def _try_evidence(found: Survey, name: str, work: Any) -> None:
    try:
        work()
    except Exception as error:
        found.evidence[name] = f"{type(error).__name__}: {error}"


def _fill_pool(found: Survey, source: ActionSource, profile: Profile) -> None:
    try:
        found.pool = source.sample(24 if profile.name == "quick" else 40)
    except Exception:
        source.strategy = None
        found.pool = source.sample(24)
        raise


def _fill_invalid(found: Survey, maker: Any) -> None:
    from hallmark_rl.conformance.actions.json_schema import samples

    made = maker()
    values = samples(made, 20) if hasattr(made, "example") else list(made)
    found.invalid = [value for value in map(as_plain, values) if isinstance(value, dict)]


def _accepts(subject: Subject, driver: Driver) -> dict[str, bool]:
    if not isinstance(driver, Local):
        return {"seed": True, "episode_id": True, "options": True, "timeout_s": True}
    found = {}
    for method, names in (("reset", ("seed", "episode_id", "options")), ("step", ("timeout_s",))):
        parameters = inspect.signature(getattr(driver.env, method)).parameters
        anything = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
        for name in names:
            found[name] = anything or name in parameters
    return found


def _source(subject: Subject, driver: Driver, first: Seen, found: Survey) -> ActionSource:
    schema = None
    if subject.url is not None:
        from hallmark_rl.conformance.client.websocket import published_schema

        published = published_schema(subject.url)
        schema = published.get("action", {"type": "object"})
        found.observation_schema = published.get("observation", {})
    source = action_source(subject, schema)
    found.schema = dict(source.schema)
    tools = driver.step({"type": "list_tools"}) if _offers_tools(subject, source) else None
    if tools is not None and tools.data is not None:
        found.tools = list(tools.data.get("tools") or [])
        source.tools = found.tools
        driver.reset()
    words = [word for word in observation_tokens(first.data) if len(word) <= 80]
    add_tokens(source, {"*": words[:60]})
    found.tokens = source.tokens
    return source


def _offers_tools(subject: Subject, source: ActionSource) -> bool:
    names = {getattr(kind, "__name__", "") for kind in getattr(subject.env_class, "__mro__", ())}
    kind = getattr(subject.action_type, "__name__", "")
    return (
        "MCPEnvironment" in names
        or kind in ("CallToolAction", "ListToolsAction")
        or (
            "tool_name" in source.schema.get("properties", {}) and "call_tool" in str(source.schema)
        )
    )


def _speed(found: Survey, driver: Driver) -> None:
    """How long a reset and a step take where nothing else holds the machine up."""
    if 0.02 < found.reset_s < 3.0:  # the first one may also have loaded something
        found.reset_s = min(found.reset_s, *(driver.reset().seconds for _ in range(2)))
    spent = []
    for action in found.pool[:6]:
        seen = driver.step(action)
        spent.append(seen.seconds)
        if seen.done or seen.data is None or sum(spent) > 3.0:
            driver.reset()
    found.step_s = sorted(spent)[len(spent) // 4] if spent else 0.0


def _policies(subject: Subject, found: Survey, profile: Profile) -> None:
    """Play the oracle, the null policy and chance on the same seeds."""
    cost = 20 * found.step_s + found.reset_s
    count = profile.seeds if cost < 0.3 else max(2, min(profile.seeds, int(3 / cost)))
    seeds = [FIRST_SEED + index for index in range(count)]
    limit = 200 if cost < 1.0 else 30
    for name, into in (("oracle", found.solutions), ("null", found.idle)):
        policy = getattr(subject.proof, name, None)
        if not callable(policy) or subject.url is not None:
            continue
        for seed in seeds:
            one = play_policy(subject, found, policy, seed, limit)
            into.append(one)
            if one.error and name not in found.evidence:
                found.evidence[name] = one.error
    if not found.idle and found.pool:
        action = min(found.pool, key=lambda a: len(repr(a)))
        found.idle = [play_actions(subject, found, [action] * 40, seed) for seed in seeds]
    rng = random.Random(0)
    for seed in seeds:
        if found.pool:
            actions = [rng.choice(found.pool) for _ in range(40)]
            found.chance.append(play_actions(subject, found, actions, seed))
    played = [*found.solutions, *found.idle, *found.chance]
    found.longest = max((len(one.rewards) for one in played), default=0)


def _determinism(subject: Subject, found: Survey) -> None:
    """Whether the same seed and actions give the same messages under the same conditions.

    Each time in a process of its own, with global generators in a state of their own; several
    times where that costs little, because chance may look the same twice.
    """
    if not found.pool:
        return
    rng = random.Random(1)
    actions = [rng.choice(found.pool) for _ in range(8 if found.step_s < 0.05 else 3)]

    def play() -> list[dict[str, Any]]:
        driver = open_driver(subject, use_async=found.use_async)
        trace = [driver.reset(seed=FIRST_SEED, episode_id="survey")]
        for action in actions:
            if trace[-1].done:
                break
            trace.append(driver.step(action))
        driver.close()
        return [seen.plain() for seen in trace]

    quick = len(actions) * found.step_s + found.reset_s < 0.2
    repeats = 7 if quick or not found.accepts.get("seed", True) else 2
    traces = [in_fork(play) if subject.url is None else play() for _ in range(repeats)]
    content = content_differences(traces[0], traces[1:])
    different = [difference(traces[0], other) for other in traces[1:]]
    found.deterministic = not content
    found.difference = str(next((one for one in [*content, *different] if one is not None), ""))

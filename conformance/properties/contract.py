"""Contract and schemas: what every message and every instance must be."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from conformance.actions import action_schema
from conformance.driver import Local, Seen
from conformance.episode import Call, Episode
from conformance.lab import Lab
from conformance.registry import check, each_episode
from conformance.schema import resolve
from conformance.verdict import Broken, Excluded

_LARGEST = 1_000_000


@check("runtime.startup")
def startup(lab: Lab) -> None:
    driver = lab.new()
    seen = driver.reset()
    if seen.data is None:
        raise Broken(f"reset() without arguments fails: {seen}", Episode.of(None, []))
    driver.close()


@check("static.manifest")
def manifest(lab: Lab) -> None:
    if lab.subject.root is None:
        raise Excluded("the subject is not a folder")
    declared = lab.subject.manifest
    if not declared:
        raise Broken("there is no openenv.yaml")
    missing = [key for key in ("name", "app") if not declared.get(key)]
    if missing:
        raise Broken(f"openenv.yaml lacks {', '.join(missing)}")
    if lab.declared.low is None or lab.declared.high is None:
        raise Broken("openenv.yaml has no validation.reward.range: [low, high]")
    if not lab.declared.low < lab.declared.high:
        raise Broken(f"the declared range {lab.declared.low}..{lab.declared.high} is empty")


@each_episode("contract.observation_type")
def observation_type(lab: Lab, episode: Episode) -> None:
    declared = lab.subject.observation_type
    lab.local().close()
    if not isinstance(declared, type):
        raise Excluded("no single observation model is declared")
    tools = ("ListToolsObservation", "CallToolObservation")
    if lab.survey.tools or declared.__name__ in tools:
        from openenv.core.env_server.types import Observation

        declared = Observation
    for number, seen in enumerate(lab.play(episode)):
        if seen.data is None or isinstance(seen.raw, declared):
            continue
        name = type(seen.raw).__name__
        # The same model imported under two names is a quirk of the folder's layout.
        if name not in (*tools, declared.__name__):
            where = "reset()" if number == 0 else f"step {number}"
            raise Broken(f"{where} returned a {name}, not a {declared.__name__}", episode)


@each_episode("runtime.observation_schema")
def observation_schema(lab: Lab, episode: Episode) -> None:
    for number, seen in enumerate(lab.play(episode)):
        problem = _schema_problem(lab, seen)
        if problem:
            raise Broken(f"message {number}: {problem}", episode)


def _schema_problem(lab: Lab, seen: Seen) -> str:
    if seen.data is None:
        return ""
    if lab.subject.url is not None:
        return _published_problem(lab, seen.data)
    if not hasattr(seen.raw, "model_dump_json"):
        return f"a {type(seen.raw).__name__} cannot be serialised like an observation"
    try:
        text = seen.raw.model_dump_json()
    except Exception as error:
        return f"it cannot be serialised: {_line(error)}"
    try:
        type(seen.raw).model_validate(json.loads(text))
    except Exception as error:
        # Nested NaN and infinity arrive as null; contract.finite_json speaks about them.
        if any(not _finite(value) for _, value in _leaves(seen.raw.model_dump(), "")):
            return ""
        return f"it does not validate after a trip through JSON: {_line(error)}"
    return ""


def _published_problem(lab: Lab, data: dict[str, Any]) -> str:
    import jsonschema

    schema = lab.survey.observation_schema
    if not schema:
        return ""
    try:
        jsonschema.validate(data, schema)
    except jsonschema.ValidationError as error:
        return f"it does not match the published schema: {error.message[:200]}"
    return ""


@each_episode("contract.finite_json", odd=True)
def finite_json(lab: Lab, episode: Episode) -> None:
    for number, seen in enumerate(lab.play(episode)):
        if seen.data is None:
            continue
        dump = seen.raw.model_dump() if hasattr(seen.raw, "model_dump") else seen.data
        for path, value in _leaves(dump, ""):
            if path == "reward":
                continue
            if not _finite(value):
                raise Broken(f"message {number}: {path} is {value}, which is not JSON", episode)
            if isinstance(value, bytes):
                raise Broken(f"message {number}: {path} holds bytes", episode)
            if type(value).__module__ not in ("builtins", "datetime", "uuid", "decimal") and (
                not hasattr(value, "value") and not hasattr(value, "model_dump")
            ):
                kind = type(value).__name__
                raise Broken(f"message {number}: {path} holds a {kind} object", episode)


@each_episode("contract.done_is_bool")
def done_is_bool(lab: Lab, episode: Episode) -> None:
    for number, seen in enumerate(lab.play(episode)):
        if seen.data is None:
            continue
        value = seen.data.get("done", "(missing)")
        if not isinstance(value, bool) and "(value)" not in seen.data:
            raise Broken(f"message {number}: done is {value!r}", episode)


@each_episode("runtime.state_contract")
def state_contract(lab: Lab, episode: Episode) -> None:
    driver = lab.new()
    steps = 0
    for number, call in enumerate(episode.calls):
        seen = lab.call(driver, call)
        if seen.data is None:
            break
        steps = 0 if call.op == "reset" else steps + 1
        state = driver.state()
        if state.data is None:
            raise Broken(
                f"state after call {number} raises {state.error}: {state.message}", episode
            )
        if isinstance(driver, Local) and hasattr(state.raw, "model_dump_json"):
            try:
                state.raw.model_dump_json()
            except Exception as error:
                raise Broken(f"state cannot be serialised: {_line(error)}", episode) from None
        count = state.data.get("step_count", "(missing)")
        if _was_tool_listing(call.action) and count == steps - 1:
            steps -= 1
        if isinstance(count, bool) or count != steps:
            raise Broken(f"after {steps} steps step_count is {count!r}", episode)
        if seen.done:
            break
    again = driver.reset()
    count = (driver.state().data or {}).get("step_count") if again.data is not None else 0
    if count != 0:
        shown = Episode((*episode.calls, Call("reset"), Call("state")), episode.label)
        raise Broken(f"after another reset step_count is {count!r}", shown)
    driver.close()


def _was_tool_listing(action: dict[str, Any] | None) -> bool:
    return action is not None and action.get("type") in ("list_tools", "call_tool")


@check("contract.observation_size")
def observation_size(lab: Lab) -> None:
    from conformance.properties.robustness import long_text

    for seed in lab.within(lab.seeds[:3]):
        for action in lab.pool[:3]:
            limit = lab.declared.max_steps or 200
            episode = Episode.of(seed, [action] * min(limit, 200), "repetition")
            sizes = [len(json.dumps(s.data, default=repr)) for s in lab.play(episode) if s.data]
            if max(sizes, default=0) > _LARGEST:
                raise Broken(
                    f"a message has {max(sizes):,} bytes after {len(sizes)} calls", episode
                )
            lately = sizes[-1] - sizes[len(sizes) // 2] if len(sizes) > 60 else 0
            if lately > 200_000:
                raise Broken(f"messages grow: the last has {sizes[-1]:,} bytes", episode)
            if long_text(action):
                break


@check("contract.close")
def close(lab: Lab) -> None:
    plays = (
        ("before reset", Episode(())),
        ("after reset", Episode.of(lab.seeds[0], [])),
        ("in an episode", lab.walk(lab.seeds[0], 2)),
    )
    for name, episode in plays:
        driver = lab.local()
        lab.play(episode, driver)
        for time in ("", " again"):
            try:
                driver.close()
            except Exception as error:
                observed = f"close(){time} {name} raises {type(error).__name__}: {error}"
                raise Broken(observed, episode) from None


@check("contract.schema_usable")
def schema_usable(lab: Lab) -> None:
    if lab.survey.tools or getattr(lab.subject.action_type, "__name__", "") == "Action":
        raise Excluded("actions are described by tools")
    if lab.source.strategy is not None and lab.survey.pool:
        return
    if not lab.survey.pool:
        raise Broken("no value drawn from the action's JSON schema is accepted by the model")


@check("contract.action_documented")
def action_documented(lab: Lab) -> None:
    schema = lab.survey.schema or action_schema(lab.subject.action_type)
    for name, inner in schema.get("properties", {}).items():
        field = {**inner, **resolve(schema, inner)}
        bare = not (
            {"description", "enum", "const", "minimum", "maximum", "pattern", "examples"}
            & set(field)
        )
        structured = any(key in field for key in ("anyOf", "oneOf", "properties", "items"))
        text = name not in ("metadata", "type") and field.get("type") in ("string", None)
        if bare and text and not structured:
            raise Broken(f"field {name!r} of the action says nothing about its values")


@check("runtime.rubric_introspectable")
def rubric(lab: Lab) -> None:
    driver = lab.local()
    found = getattr(driver.env, "rubric", None)
    if found is None:
        raise Excluded("the environment has no rubric")
    trace = lab.play(lab.walk(lab.seeds[0], 3), driver)
    if not hasattr(found, "named_rubrics"):
        raise Broken(f"rubric is a {type(found).__name__} without named_rubrics()")
    parts = dict(found.named_rubrics())
    scores = [getattr(part, "last_score", None) for part in (found, *parts.values())]
    if len(trace) > 1 and all(score is None for score in scores):
        raise Broken("after a step no part of the rubric has a last_score")


@check("runtime.tool_declaration_accuracy")
def tools(lab: Lab) -> None:
    offered = {tool["name"] for tool in lab.survey.tools}
    declared = set(lab.declared.tools)
    if not declared:
        raise Excluded("no tools are declared")
    if offered != declared:
        raise Broken(f"declared {sorted(declared)}, offered {sorted(offered)}")


@check("runtime.task_declaration_accuracy")
def tasks(lab: Lab) -> None:
    env = lab.local().env
    if not all(callable(getattr(env, name, None)) for name in ("list_splits", "num_tasks")):
        raise Excluded("the environment has no task methods")
    if hasattr(env, "tasks") and env.tasks is None:
        raise Excluded("the environment has no task methods")
    for entry in env.list_splits():
        split = entry if isinstance(entry, str) else _name_of(entry)
        count = env.num_tasks(split)
        wanted = lab.declared.tasks.get(split, count)
        if count != wanted:
            raise Broken(f"split {split!r} has {count} tasks, declared are {wanted}")
        listed = list(env.list_tasks(split))
        if len(listed) > count or (count <= 100 and len(listed) != count):
            raise Broken(f"split {split!r} lists {len(listed)} tasks, num_tasks says {count}")
        if not callable(getattr(env, "get_task", None)) or count == 0:
            continue
        if listed and env.get_task(split, 0) != listed[0]:
            raise Broken(f"get_task({split!r}, 0) is not the first of list_tasks")
        _require_index_honoured(lab, split, count)
        try:
            env.get_task(split, count)
        except (IndexError, LookupError):
            continue
        except Exception as error:
            raise Broken(f"get_task({split!r}, {count}) raises {type(error).__name__}") from None
        raise Broken(f"get_task({split!r}, {count}) of {count} tasks returns something")


def _require_index_honoured(lab: Lab, split: str, count: int) -> None:
    """With one seed, different indices give different tasks (if seeds give different ones)."""
    if count < 4 or not lab.survey.deterministic:
        return
    solved = [one.actions for one in lab.survey.solutions[:1]]
    actions = [*lab.walk(1, 4).actions, *(action for one in solved for action in one[-1:])]

    def different(setups: list[dict[str, Any]]) -> int:
        traces = []
        for setup in setups:
            options = {"split": split, **setup}
            trace = lab.plain(Episode.of(options.pop("seed", 1), actions, **options))
            if "error" in trace[0] and len(trace[0]) == 1:
                return 0
            traces.append(json.dumps([_unmarked(message) for message in trace], default=repr))
        return len(set(traces))

    by_index = different([{"index": index} for index in range(4)])
    by_seed = different([{"seed": seed, "index": 0} for seed in range(4)])
    if by_index == 1 and by_seed > 1:
        shown = Episode.of(1, actions, split=split, index=1)
        raise Broken(f"reset(split={split!r}, index=...) gives the same task for each index", shown)


def _unmarked(message: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in message.items() if not k.endswith("id") and k != "metadata"}


@check("contract.metadata")
def metadata(lab: Lab) -> None:
    env = lab.local().env
    if not callable(getattr(env, "get_metadata", None)):
        raise Excluded("the environment has no get_metadata()")
    try:
        found = env.get_metadata()
    except Exception as error:
        raise Broken(f"get_metadata() raises {type(error).__name__}: {error}") from None
    if not getattr(found, "name", None) or not getattr(found, "description", None):
        raise Broken(f"get_metadata() returned {found!r}")


def _name_of(entry: Any) -> str:
    return str(entry["name"] if isinstance(entry, dict) else getattr(entry, "name", entry))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple | set):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}[{index}]")
    else:
        yield path, value


def _finite(value: Any) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]

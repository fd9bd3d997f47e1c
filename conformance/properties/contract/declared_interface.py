"""Contract: manifest, schema, rubric, tools and tasks are declared and agree with the code."""

from __future__ import annotations

import itertools
import json
from typing import Any

from pydantic import BaseModel

from hallmark_rl.conformance.actions.action_source import action_schema
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.sdk.common.schema_refs import resolve


@check("static.manifest")
def manifest(context: CheckContext) -> None:
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    declared = context.subject.manifest
    if not declared:
        raise PropertyViolated("there is no openenv.yaml")
    missing = [key for key in ("name", "app") if not declared.get(key)]
    if missing:
        raise PropertyViolated(f"openenv.yaml does not set {', '.join(missing)}")
    if context.declared.low is None or context.declared.high is None:
        raise PropertyViolated("openenv.yaml has no validation.reward.range: [low, high]")
    if not context.declared.low < context.declared.high:
        raise PropertyViolated(
            f"the declared range {context.declared.low}..{context.declared.high} is empty"
        )


@check("contract.schema_usable")
def schema_usable(context: CheckContext) -> None:
    if context.survey.tools or getattr(context.subject.action_type, "__name__", "") == "Action":
        raise NotApplicable("the actions are calls of tools")
    if context.source.strategy is not None and context.survey.pool:
        return
    action_type = context.subject.action_type
    if isinstance(action_type, type) and not issubclass(action_type, BaseModel):
        raise PropertyViolated(
            f"step() takes {action_type.__name__}, but clients send the fields of a pydantic model"
        )
    if not context.survey.pool:
        raise PropertyViolated("the action model accepts no value drawn from its JSON schema")


@check("contract.action_documented")
def action_documented(context: CheckContext) -> None:
    schema = context.survey.schema or action_schema(context.subject.action_type)
    for name, inner in schema.get("properties", {}).items():
        field = {**inner, **resolve(schema, inner)}
        bare = not (
            {"description", "enum", "const", "minimum", "maximum", "pattern", "examples"}
            & set(field)
        )
        structured = any(key in field for key in ("anyOf", "oneOf", "properties", "items"))
        text = name not in ("metadata", "type") and field.get("type") in ("string", None)
        if bare and text and not structured:
            raise PropertyViolated(
                f"field {name!r} of the action has no description, enum or bounds"
            )


@check("static.judge_pinned")
def judge_pinned(context: CheckContext) -> None:
    if context.subject.root is None:
        raise NotApplicable("the subject is not a folder")
    block = context.subject.manifest.get("validation")
    block = block if isinstance(block, dict) else {}
    capabilities = block.get("capabilities")
    declared = isinstance(capabilities, dict) and capabilities.get("llm_judged") is True
    if not declared and not _has_judge(context):
        raise NotApplicable("no language model is used as a judge")
    pin = block.get("judge")
    if not isinstance(pin, dict) or not all(pin.get(key) for key in ("model", "version")):
        raise PropertyViolated("validation.judge does not name the judge's model and version")


def _has_judge(context: CheckContext) -> bool:
    rubric = getattr(context.new_in_process_driver().env, "rubric", None)
    parts = [rubric, *dict(getattr(rubric, "named_rubrics", dict)()).values()]
    return any("LLMJudge" in (base.__name__ for base in type(part).__mro__) for part in parts)


@check("runtime.rubric_introspectable")
def rubric(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    root = getattr(driver.env, "rubric", None)
    if root is None:
        raise NotApplicable("the environment has no rubric")
    if not hasattr(root, "named_rubrics"):
        raise PropertyViolated(f"rubric is a {type(root).__name__} without named_rubrics()")
    parts = [root, *dict(root.named_rubrics()).values()]
    solved = [rollout.episode("a solution") for rollout in context.survey.solutions[:1]]
    longest = 1  # a step that is refused may be judged by no part
    for episode in [context.random_episode(context.seeds[0], 3), *solved]:
        longest = max(longest, len(context.play(episode, driver)))
        if any(getattr(part, "last_score", None) is not None for part in parts):
            return
    if longest > 1:
        raise PropertyViolated("after a step, no part of the rubric has a last_score")


@check("runtime.tool_declaration_accuracy")
def tools(context: CheckContext) -> None:
    offered = {tool["name"] for tool in context.survey.tools}
    declared = set(context.declared.tools)
    if not declared:
        raise NotApplicable("no tools are declared")
    if offered != declared:
        raise PropertyViolated(
            f"declared tools: {sorted(declared)}; offered tools: {sorted(offered)}"
        )


@check("runtime.task_declaration_accuracy")
def tasks(context: CheckContext) -> None:
    env = context.new_in_process_driver().env
    if not all(callable(getattr(env, name, None)) for name in ("list_splits", "num_tasks")):
        raise NotApplicable("the environment has no task methods")
    if hasattr(env, "tasks") and env.tasks is None:
        raise NotApplicable("the environment has no task methods")
    splits = [e if isinstance(e, str) else _name_of(e) for e in env.list_splits()]
    for split in splits:
        count = env.num_tasks(split)
        declared = context.declared.tasks.get(split, count)
        if count != declared:
            raise PropertyViolated(
                f"split {split!r} has {count} tasks, but {declared} are declared"
            )
        listed = list(env.list_tasks(split))
        if len(listed) > count or (count <= 100 and len(listed) != count):
            raise PropertyViolated(
                f"list_tasks({split!r}) has {len(listed)} tasks, num_tasks({split!r}) is {count}"
            )
        if not callable(getattr(env, "get_task", None)) or count == 0:
            continue
        if listed and env.get_task(split, 0) != listed[0]:
            raise PropertyViolated(f"get_task({split!r}, 0) is not the first item of list_tasks")
        _require_index_honoured(context, split, count)
        try:
            env.get_task(split, count)
        except (IndexError, LookupError):
            continue
        except Exception as error:
            raise PropertyViolated(
                f"get_task({split!r}, {count}) raises {type(error).__name__}, not IndexError"
            ) from None
        raise PropertyViolated(
            f"get_task({split!r}, {count}) returns a task, although there are {count}"
        )
    if context.survey.deterministic:
        _require_splits_apart(context, [split for split in splits if env.num_tasks(split) >= 4])


def _require_splits_apart(context: CheckContext, splits: list[str]) -> None:
    """Raise `PropertyViolated` if the first four tasks of two splits are equal."""

    def openings(split: str) -> list[str]:
        traces = [
            context.play_messages(Episode.of(1, [], split=split, index=index)) for index in range(4)
        ]
        return [json.dumps([_without_ids(m) for m in trace], default=repr) for trace in traces]

    for left, right in itertools.combinations(splits, 2):
        left_openings, right_openings = openings(left), openings(right)
        if left_openings == right_openings and len(set(left_openings)) == len(left_openings):
            example = Episode.of(1, [], split=right, index=0)
            raise PropertyViolated(
                f"the splits {left!r} and {right!r} have the same tasks", example
            )


def _require_index_honoured(context: CheckContext, split: str, count: int) -> None:
    """Raise if four indices give one task under one seed, although four seeds differ."""
    if count < 4 or not context.survey.deterministic:
        return
    solution_actions = [solution.actions for solution in context.survey.solutions[:1]]
    actions = [
        *context.random_episode(1, 4).actions,
        *(action for solution in solution_actions for action in solution[-1:]),
    ]

    def count_different(setups: list[dict[str, Any]]) -> int:
        traces = []
        for setup in setups:
            options = {"split": split, **setup}
            trace = context.play_messages(Episode.of(options.pop("seed", 1), actions, **options))
            if "error" in trace[0] and len(trace[0]) == 1:
                return 0
            traces.append(json.dumps([_without_ids(message) for message in trace], default=repr))
        return len(set(traces))

    by_index = count_different([{"index": index} for index in range(4)])
    by_seed = count_different([{"seed": seed, "index": 0} for seed in range(4)])
    if by_index == 1 and by_seed > 1:
        example = Episode.of(1, actions, split=split, index=1)
        raise PropertyViolated(
            f"reset(split={split!r}, index=...) gives the same task for every index", example
        )


def _without_ids(message: dict[str, Any]) -> dict[str, Any]:
    """The message without ids and metadata, which may name the split."""
    return {k: v for k, v in message.items() if not k.endswith("id") and k != "metadata"}


@check("contract.metadata")
def metadata(context: CheckContext) -> None:
    env = context.new_in_process_driver().env
    if not callable(getattr(env, "get_metadata", None)):
        raise NotApplicable("the environment has no get_metadata()")
    try:
        metadata = env.get_metadata()
    except Exception as error:
        raise PropertyViolated(f"get_metadata() raises {type(error).__name__}: {error}") from None
    if not getattr(metadata, "name", None) or not getattr(metadata, "description", None):
        raise PropertyViolated(f"get_metadata() lacks a name or a description: {metadata!r}")


def _name_of(entry: Any) -> str:
    return str(entry["name"] if isinstance(entry, dict) else getattr(entry, "name", entry))

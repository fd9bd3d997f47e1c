"""Contract: what is declared is what is there: manifest, schema, rubric, tools and tasks."""

from __future__ import annotations

import itertools
import json
from typing import Any

from hallmark_rl.conformance.actions.json_schema import resolve
from hallmark_rl.conformance.actions.source import action_schema
from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode import Episode
from hallmark_rl.conformance.core.results import Broken, Excluded


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


@check("static.judge_pinned")
def judge_pinned(lab: Lab) -> None:
    if lab.subject.root is None:
        raise Excluded("the subject is not a folder")
    block = lab.subject.manifest.get("validation")
    block = block if isinstance(block, dict) else {}
    capabilities = block.get("capabilities")
    declared = isinstance(capabilities, dict) and capabilities.get("llm_judged") is True
    if not declared and not _has_judge(lab):
        raise Excluded("no language model judges")
    pin = block.get("judge")
    if not isinstance(pin, dict) or not all(pin.get(key) for key in ("model", "version")):
        raise Broken("validation.judge does not name the judge's model and version")


def _has_judge(lab: Lab) -> bool:
    rubric = getattr(lab.local().env, "rubric", None)
    parts = [rubric, *dict(getattr(rubric, "named_rubrics", dict)()).values()]
    return any("LLMJudge" in (base.__name__ for base in type(part).__mro__) for part in parts)


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
    splits = [e if isinstance(e, str) else _name_of(e) for e in env.list_splits()]
    for split in splits:
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
    if lab.survey.deterministic:
        _require_splits_apart(lab, [split for split in splits if env.num_tasks(split) >= 4])


def _require_splits_apart(lab: Lab, splits: list[str]) -> None:
    """The tasks of two splits are not the same ones."""

    def openings(split: str) -> list[str]:
        traces = [lab.plain(Episode.of(1, [], split=split, index=index)) for index in range(4)]
        return [json.dumps([_unmarked(m) for m in trace], default=repr) for trace in traces]

    for one, other in itertools.combinations(splits, 2):
        mine, theirs = openings(one), openings(other)
        if mine == theirs and len(set(mine)) == len(mine):
            shown = Episode.of(1, [], split=other, index=0)
            raise Broken(f"the tasks of {other!r} are those of {one!r}", shown)


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

"""A task set of verifiers 0.4: its tasks, and its rewards for one reply as columns."""

from __future__ import annotations

import importlib.metadata
import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from hallmark_rl.command_text import command_text
from hallmark_rl.sdk.adapters.verifiers_rows import LIMIT, needs_runtime, row_of

_RUNTIMES = ("none", "subprocess")
_SCRIPT = """\
import asyncio
import verifiers.v1 as vf
from verifiers.v1.graph import MessageNode
from verifiers.v1.utils.loaders import taskset_config_type
config = taskset_config_type({name!r}).model_validate({config!r})
tasks = list(vf.load_taskset(config).take({limit}))
def score(answer, index):
    task = tasks[index]
    about = vf.TraceTask(type=type(task).__name__, data=task.data)
    trace = vf.Trace(task=about, agent=vf.AgentInfo(config=vf.AgentConfig()))
    trace.nodes.append(MessageNode(message=vf.UserMessage(content=task.data.prompt_text)))
    reply = vf.AssistantMessage(content=answer)
    trace.nodes.append(MessageNode(parent=0, message=reply, sampled=True))
    asyncio.run(task.score(trace))
    paid = {{name: item.value for name, item in trace.rewards.items() if item is not None}}
    return {{**paid, "reward": trace.reward}}"""


def load(name: str, args: Mapping[str, Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The scorer of a task set and its facts.

    Args:
        name: the package that exports the task set.
        args: settings of the task set; `limit`, the number of tasks that are read; and `runtime`:
            `subprocess` for rewards that run programs, which is not a sandbox.

    Ends with `sys.exit` and a sentence if it cannot be loaded or scored.
    """
    try:
        import verifiers.v1 as vf
        from verifiers.v1.utils.loaders import (
            environment_class,
            import_taskset,
            taskset_config_type,
        )
    except ModuleNotFoundError as error:
        sys.exit(f'{error}: pip install "hallmark-rl[verifiers]"')
    logging.disable(logging.INFO)
    if name == "*":
        sys.exit("verifiers has no list of task sets: write verifiers:PACKAGE")
    settings = {key: value for key, value in args.items() if key not in ("limit", "runtime")}
    limit, runtime = args.get("limit", LIMIT), args.get("runtime", "none")
    if not isinstance(limit, int) or runtime not in _RUNTIMES:
        sys.exit(f"limit is a number of tasks, and runtime one of {', '.join(_RUNTIMES)}")
    config = {"id": name, **settings}
    try:
        if environment_class(name) is not vf.SingleAgentEnv:
            sys.exit(
                f"{name} exports an environment, which talks with the agent: "
                f"{command_text('wrap', f'verifiers:{name}')} --out FOLDER, then prove the folder"
            )
        taskset = vf.load_taskset(taskset_config_type(name).model_validate(config))
        tasks = list(taskset.take(limit))
    except Exception as error:
        sys.exit(f"the task set {name} raises {type(error).__name__}: {error}")
    for task in tasks[:1]:
        _require_scored_here(task, runtime)
    facts = {
        "tasks": [row_of(index, task) for index, task in enumerate(tasks)],
        "declared": {"equivalents": []},
        "files": ["package:verifiers", f"package:{import_taskset(name).__name__.split('.')[0]}"],
        "versions": {"verifiers": importlib.metadata.version("verifiers")},
        "script": [_SCRIPT.format(name=name, config=config, limit=limit)],
        "call": "score({answer}, {index})",
    }
    return scorer_of(tasks, runtime), facts


def _require_scored_here(task: Any, runtime: str) -> None:
    """End with a sentence if rewards of the task cannot be computed in this process."""
    if not task.hooks("reward") and not task.plugged_judges():
        sys.exit("its tasks have no reward")
    if type(task).NEEDS_CONTAINER or task.data.image:
        sys.exit("its tasks need a container")
    signals = [*task.hooks("reward"), *task.hooks("metric")]
    needing = [signal.__name__ for signal in signals if needs_runtime(signal)]
    if needing and runtime == "none":
        sys.exit(
            f"{', '.join(needing)} runs programs: --env-arg runtime=subprocess lets them run with "
            "your rights"
        )


def scorer_of(tasks: list[Any], runtime: str) -> Callable[[str, Any], Any]:
    """`score(answer, task)`: the rewards, weighted and by name, and their sum as `reward`."""
    import verifiers.v1 as vf
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.runtimes import make_runtime
    from verifiers.v1.state import state_cls
    from verifiers.v1.utils.decorators import invoke

    async def score(answer: str, task: Mapping[str, Any]) -> dict[str, float]:
        item = tasks[task["index"]]
        trace = vf.Trace(
            task=vf.TraceTask(type=type(item).__name__, data=item.data),
            state=state_cls(type(item))(),
            agent=vf.AgentInfo(config=vf.AgentConfig()),
        )
        trace.nodes.append(MessageNode(message=vf.UserMessage(content=item.data.prompt_text)))
        reply = vf.AssistantMessage(content=answer)
        trace.nodes.append(MessageNode(parent=0, message=reply, sampled=True))
        if runtime == "none":
            await item.score(trace)
        else:
            place = make_runtime(vf.SubprocessConfig(), name=f"hallmark-{uuid4().hex[:8]}")
            await place.start()
            try:
                await invoke(item.setup, {"trace": trace, "runtime": place})
                await item.score(trace, place)
            finally:
                await place.stop()
        columns = {name: item.value for name, item in trace.rewards.items() if item is not None}
        return {**columns, "reward": trace.reward}

    return score

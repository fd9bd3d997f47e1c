"""`hallmark wrap path/to/openenv_env`: add a proof file to an OpenEnv environment.

The environment stays as it is. The proof file starts with what can be found out from outside (a
null policy, whether seeds are taken, whether episodes end) and leaves what only the author can say
as commented examples in the terms of this environment.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any

import jinja2
import typer
from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape

from hallmark_rl.sdk.subject.load import Subject, SubjectError, load_subject

TEMPLATE = Path(__file__).parent / "templates" / "proof.py.j2"
_STEPS = 200


class WrapProblem(ValueError):
    """A proof file cannot be added; the message says why and what to do."""


def wrap(folder: Path) -> tuple[Path, list[str]]:
    """Write `folder/proof.py`; the file and what was noticed on the way."""
    target = folder / "proof.py"
    if target.exists():
        raise WrapProblem(f"{target} exists already: it is yours to edit")
    try:
        subject = load_subject(str(folder))
    except SubjectError as error:
        raise WrapProblem(str(error)) from error
    if not (isinstance(subject.action_type, type) and issubclass(subject.action_type, BaseModel)):
        raise WrapProblem(f"the actions of {folder} are not one model: write proof.py by hand")
    null = minimal(subject.action_type)
    capabilities, notes = observe(subject, null)
    text = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False).from_string(
        TEMPLATE.read_text("utf-8")
    )
    action, observation = subject.action_type, subject.observation_type
    target.write_text(
        text.render(
            name=subject.name,
            action=action.__name__,
            modules=_modules(action, folder),
            fields=_fields(action),
            shown=_fields(observation) if observation is not None else [],
            null=_arguments(null),
            capabilities=capabilities,
        )
        + "\n",
        "utf-8",
    )
    if not subject.manifest.get("validation"):
        notes.append("openenv.yaml has no `validation:` block: state the reward's range there")
    return target, notes


def minimal(action_type: type[BaseModel]) -> BaseModel:
    """The least that the action's model accepts: defaults, empty texts, zeros, first choices."""
    schema = action_type.model_json_schema()
    needed = {
        name: _least(schema["properties"][name], schema.get("$defs", {}))
        for name in schema.get("required", [])
    }
    try:
        return action_type.model_validate(needed)
    except ValueError as error:
        raise WrapProblem(
            f"no least {action_type.__name__} could be made from its schema ({needed}): "
            "write proof.py by hand"
        ) from error


def observe(subject: Subject, null: BaseModel) -> tuple[list[str], list[str]]:
    """Play the null action for a while: capabilities to declare, and what deserves a look."""
    capabilities: list[str] = []
    notes: list[str] = []
    parameters = inspect.signature(subject.env_class.reset).parameters if subject.env_class else {}
    takes_all = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
    if parameters and "seed" not in parameters and not takes_all:
        capabilities.append("unseeded")
        notes.append("reset() takes no seed: episodes cannot be repeated, nor groups compared")
    try:
        seen = _last_of_an_episode(subject, null)
        done, reward = bool(seen.done), seen.reward
    except (Exception, SystemExit) as error:
        notes.append(f"an episode of empty actions failed: {type(error).__name__}: {error!s:.200}")
        return capabilities, notes
    if not done:
        capabilities.append("continuing")
        notes.append(f"no episode ended within {_STEPS} empty actions: declare a step limit")
    if isinstance(reward, int | float) and reward > 0:
        notes.append(f"an empty action earned {reward}: what is that paid for?")
    return capabilities, notes


def _last_of_an_episode(subject: Subject, null: BaseModel) -> Any:
    env = subject.factory()
    try:
        seen = env.reset()
        for _ in range(_STEPS):
            seen = env.step(null.model_copy(deep=True))
            if seen.done:
                break
        return seen
    finally:
        env.close()


def _modules(action: type[BaseModel], folder: Path) -> list[str]:
    """How the proof imports `action`: first as the environment does, so that it is one class."""
    file = Path(inspect.getfile(action)).resolve()
    if not file.is_relative_to(folder.resolve()):
        return [action.__module__]
    inside = ".".join(file.relative_to(folder.resolve()).with_suffix("").parts)
    both = [inside.removesuffix(".__init__"), f".{inside}".removesuffix(".__init__")]
    return both if action.__module__ == inside else both[::-1]


def _least(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for option in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        return _least(option, definitions)
    match schema.get("type"):
        case "string":
            return "x" * schema.get("minLength", 0)
        case "integer" | "number":
            least = schema.get("minimum", 0)
            return max(least, schema.get("exclusiveMinimum", least - 1) + 1)
        case "boolean":
            return False
        case "array":
            return [_least(schema["items"], definitions)] * schema.get("minItems", 0)
        case "object":
            return {
                name: _least(schema["properties"][name], definitions)
                for name in schema.get("required", [])
            }
    return None


def _fields(model: type[BaseModel]) -> list[str]:
    return [name for name in model.model_fields if name not in ("metadata", "done", "reward")]


def _arguments(action: BaseModel) -> str:
    given = action.model_dump(include=action.model_fields_set)
    return ", ".join(f"{name}={value!r}" for name, value in given.items())


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of an OpenEnv environment")],
) -> None:
    """Add a proof file to an existing OpenEnv environment."""
    console = Console(highlight=False)
    try:
        target, notes = wrap(folder)
    except WrapProblem as problem:
        console.print(f"[red]{escape(str(problem))}[/red]", soft_wrap=True)
        raise typer.Exit(2) from problem
    console.print(f"  [dim]wrote[/dim] {target}", soft_wrap=True)
    for note in notes:
        console.print(f"  [yellow]note[/yellow]  {escape(note)}", soft_wrap=True)
    console.print(f"\nProve it:   pytest conformance/ --env {folder}", soft_wrap=True)


if __name__ == "__main__":
    typer.run(main)

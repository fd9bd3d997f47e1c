"""Read a Harbor task folder: what it holds, and what of it needs more than this machine."""

from __future__ import annotations

import functools
import math
import posixpath
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from hallmark_rl.sdk.common.dockerfile_parser import (
    env_pairs,
    parse_dockerfile,
    with_variables,
)

CONFIG = "task.toml"
PATH = f"{Path(sys.executable).parent}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where scripts find programs: first those of this Python, such as `python3` and `pytest`."""
_COMPOSE = ("docker-compose.yaml", "docker-compose.yml", "compose.yaml", "compose.yml")
_IGNORED_STEPS = ("LABEL", "EXPOSE", "CMD", "ENTRYPOINT", "MAINTAINER", "HEALTHCHECK", "STOPSIGNAL")
_SYSTEM = (
    "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "dev", "proc", "sys",
    ".upload",
)  # fmt: skip
"""Top-level folders that a trial has for itself or shares with this machine."""
_TOP_FOLDER = re.compile(r"(?<![\w.:/$}~-])/([A-Za-z]\w{0,30})/")
_LARGEST = 1 << 16
"""Bytes of a script that are searched for folders."""
_TAKEN = ("tests", "solution", "logs", "root", "tmp")


class TaskError(ValueError):
    """The folder is no task that can be proved; the text is one line that says why."""


@dataclass(frozen=True)
class HarborTask:
    """A task folder.

    Attributes:
        path: the folder.
        settings: what `task.toml` holds.
        workdir: the working folder of agent and verifier.
        variables: environment variables of the image.
        build: what makes the image, in order: a command, or a path in `environment/` and where
            it is copied to.
        unprovable: why its scripts cannot run here; empty if they can.
    """

    path: Path
    settings: Mapping[str, Any]
    workdir: str = "/app"
    variables: Mapping[str, str] = field(default_factory=dict)
    build: tuple[tuple[str, ...], ...] = ()
    unprovable: str = ""

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name

    @functools.cached_property
    def folders(self) -> tuple[str, ...]:
        """Top-level folders that the image makes or scripts of the task name, such as `app`."""
        places = [self.workdir, *(step[1] for step in self.build if len(step) > 1)]
        made = {place.strip("/").split("/")[0] for place in places}
        texts = [self.instruction, *(step[0] for step in self.build if len(step) == 1)]
        for folder in ("tests", "solution"):
            scripts = (content for _, content in self.each_file(folder))
            texts += [content[:_LARGEST].decode("utf-8", "replace") for content in scripts]
        named = {name for text in texts for name in _TOP_FOLDER.findall(text)} - {*_SYSTEM}
        return tuple(sorted((made | named) - {*_TAKEN, ""}))

    @property
    def instruction(self) -> str:
        """The text of `instruction.md`; empty if it has none."""
        path = self.path / "instruction.md"
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def seconds(self, part: str, most: float) -> float:
        """The time-out of `agent` or `verifier` in seconds, at most `most`."""
        value = self.section(part).get("timeout_sec")
        is_number = isinstance(value, int | float) and math.isfinite(value) and value > 0
        return min(float(value), most) if is_number else most  # type: ignore[arg-type]

    def section(self, name: str) -> Mapping[str, Any]:
        """A table of `task.toml`; empty if it has none."""
        value = self.settings.get(name)
        return value if isinstance(value, dict) else {}

    def own_variables(self, part: str) -> dict[str, str]:
        """The variables of the image and those that `task.toml` sets for a part."""
        return {
            **self.variables,
            **self.part_variables("environment"),
            **self.part_variables(part),
        }

    def part_variables(self, part: str) -> dict[str, str]:
        """The variables that `task.toml` sets for a part; none that name one of the host."""
        texts = self.section(part).get("env")
        if not isinstance(texts, dict):
            return {}
        return {key: str(text) for key, text in texts.items() if "${" not in str(text)}

    def each_file(self, folder: str) -> Iterator[tuple[str, bytes]]:
        """The files of a folder of the task: path in it and content."""
        start = self.path / folder
        for path in sorted(start.rglob("*")):
            if path.is_file():
                yield path.relative_to(start).as_posix(), path.read_bytes()


def find_tasks(path: Path) -> list[HarborTask]:
    """The task of a folder, or those in its subfolders, by name.

    Raises:
        TaskError: there is no task, or a `task.toml` cannot be read.
    """
    if not path.is_dir():
        raise TaskError(f"there is no folder {path}")
    if (path / CONFIG).exists():
        return [read_task(path)]
    folders = sorted(item.parent for item in path.glob(f"*/{CONFIG}"))
    if not folders:
        raise TaskError(f"{path} holds no {CONFIG}, nor does a folder in it: it is no Harbor task")
    return [read_task(folder) for folder in folders]


def read_task(path: Path) -> HarborTask:
    """Read one task folder.

    Raises:
        TaskError: `task.toml` cannot be read.
    """
    path = path.resolve()
    try:
        settings = tomllib.loads((path / CONFIG).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TaskError(f"{path / CONFIG} cannot be read: {error}") from None
    task = HarborTask(path, settings)
    if reason := _other_needs(task):
        return HarborTask(path, settings, unprovable=reason)
    dockerfile = path / "environment" / "Dockerfile"
    if not dockerfile.is_file():
        return _with_workdir(task, {})
    try:
        return _with_workdir(task, _followed(dockerfile.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        return HarborTask(path, settings, unprovable=f"it needs an image: {error}")


def _other_needs(task: HarborTask) -> str:
    """What `task.toml` and the folder ask for that no process on this machine has."""
    environment, verifier = task.section("environment"), task.section("verifier")
    composed = next(filter(None, map(_other_services, _compose_files(task.path))), "")
    separate = verifier.get("environment_mode") == "separate" or "environment" in verifier
    return next(
        (
            reason
            for reason, needed in (
                ("it has several steps, each with tests of its own", "steps" in task.settings),
                (f"it needs the image {environment.get('docker_image')}",
                 bool(environment.get("docker_image"))),
                (f"it needs {composed}", bool(composed)),
                ("it needs a GPU", bool(environment.get("gpus"))),
                ("its verifier runs in an image of its own", separate),
                ("it needs Windows", str(environment.get("os", "linux")).lower() != "linux"),
                ("it runs as a user of the image",
                 any(task.section(part).get("user") for part in ("agent", "verifier"))),
            )
            if needed
        ),
        "",
    )  # fmt: skip


def _compose_files(path: Path) -> list[Path]:
    return [file for name in _COMPOSE if (file := path / "environment" / name).exists()]


def _other_services(file: Path) -> str:
    """The services of a compose file beside `main`, Harbor's name for the task's own container."""
    try:
        services = set(yaml.safe_load(file.read_text("utf-8"))["services"]) - {"main"}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, TypeError, KeyError):
        return f"the services of environment/{file.name}"
    names = ", ".join(sorted(map(str, services)))
    return f"the service {names} of environment/{file.name}" if names else ""


def _with_workdir(task: HarborTask, made: Mapping[str, Any]) -> HarborTask:
    own = task.section("environment").get("workdir")
    workdir = _joined("/", str(own or made.get("workdir") or "/app"))
    made = {**made, "workdir": workdir}
    new = HarborTask(task.path, task.settings, **made)
    outside = [name for name in new.folders if name in _SYSTEM]
    inside = [part for part in (workdir,) if part.strip("/").split("/")[0] in {*_TAKEN, ""}]
    if outside or inside:
        where = f"/{outside[0]}" if outside else workdir
        return HarborTask(
            task.path, task.settings, unprovable=f"it needs an image: it uses {where}"
        )
    return new


def _followed(text: str) -> dict[str, Any]:
    """Working folder, variables, copies and commands of a Dockerfile; ValueError if it has more."""
    workdir, stages = "/", 0
    variables = {"PATH": PATH}
    build: list[tuple[str, ...]] = []
    for step in parse_dockerfile(text):
        if step.instruction == "FROM":
            stages += 1
            if stages > 1:
                raise ValueError("its Dockerfile has several stages")
        elif step.instruction == "WORKDIR":
            workdir = _joined(workdir, step.text)
        elif step.instruction == "ENV":
            pairs = env_pairs(step)
            variables.update({name: with_variables(text, variables) for name, text in pairs})
        elif step.instruction == "COPY" and "from" not in step.flags:
            words = list(step.words or shlex.split(step.text))
            for source in words[:-1]:
                build.append((source, _target(workdir, words[-1], source, len(words) > 2)))
        elif step.instruction == "RUN" and step.words is None:
            place = shlex.quote(workdir)
            build.append((f"mkdir -p {place} && cd {place} && {step.text}",))
        elif step.instruction not in _IGNORED_STEPS:
            raise ValueError(f"its Dockerfile has the step {step}"[:160])
    place = workdir if workdir != "/" else "/app"
    return {
        "workdir": place,
        "variables": variables,
        "build": tuple(build),
    }


def _joined(workdir: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(workdir, path.strip().strip("\"'"))).replace("//", "/")


def _target(workdir: str, target: str, source: str, several: bool) -> str:
    """Where a source goes: a folder's content into a folder, a file under its name or a new one."""
    place = _joined(workdir, target)
    is_folder = several or target.endswith(("/", ".")) or source.endswith(("/", "."))
    return f"{place.rstrip('/')}/" if is_folder else place

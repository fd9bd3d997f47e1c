"""Follow a Dockerfile without Docker: in a new virtual environment and a folder of its own.

The steps run as the user 1000 where this process may become another user. What only Docker can do,
such as installing packages of the system, is not done, and said.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hallmark_rl.conformance.core.stage_problem import StageProblem
from hallmark_rl.sdk.common.dockerfile_parser import (
    DockerfileProblem,
    Step,
    env_pairs,
    health_command,
    parse_dockerfile,
    with_variables,
)

USER = 1000
_SYSTEM_COMMANDS = frozenset(
    [
        "useradd",
        "adduser",
        "groupadd",
        "addgroup",
        "usermod",
        "apt",
        "apt-get",
        "apk",
        "dnf",
        "microdnf",
        "yum",
    ]
)
_NO_EFFECT = frozenset(("LABEL", "MAINTAINER", "STOPSIGNAL", "VOLUME"))
_HANDED_ON = re.compile(
    r"^(PIP_\w+|https?_proxy|no_proxy|all_proxy|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|LANG|LC_\w+)$",
    re.IGNORECASE,
)
_SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class FollowedImage:
    """What the steps have made.

    Attributes:
        base: the temporary folder that holds everything.
        say: called with one line for each step.
        variables: the environment of the next step.
        folder: the working directory of the next step.
        command, health: the commands of CMD (with ENTRYPOINT) and HEALTHCHECK.
        port: the port that EXPOSE names, and the free one that stands for it here.
    """

    base: Path
    say: Callable[[str], None]
    variables: dict[str, str] = field(default_factory=dict)
    folder: Path = Path("/")
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    port: tuple[int, int] | None = None
    _entrypoint: list[str] = field(default_factory=list)
    _arguments: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The folder that stands for `/` of the image."""
        return self.base / "image"

    def follow(self, text: str, context: Path, timeout: float) -> None:
        """Follow every step of the Dockerfile `text`, with the files of `context`.

        Args:
            timeout: seconds that one RUN may take.

        Raises:
            StageProblem: a step failed; the message names its line and shows its last output.
        """
        try:
            steps = parse_dockerfile(text)
        except DockerfileProblem as problem:
            raise StageProblem(str(problem)) from None
        if not steps or steps[0].instruction not in ("FROM", "ARG"):
            raise StageProblem("the Dockerfile does not begin with FROM")
        for number, step in enumerate(steps, 1):
            self.say(f"[{number}/{len(steps)}] {str(step)[:110]}")
            try:
                self._follow(step, context, timeout)
            except (StageProblem, DockerfileProblem) as problem:
                raise StageProblem(
                    f"step {number} of {len(steps)} failed (Dockerfile, line {step.line}): "
                    f"{step}\n{problem}"
                ) from None
        self.command = [self._here(word) for word in [*self._entrypoint, *self.command]]
        self.health = [self._here(word) for word in self.health]
        self.variables = {name: self._here(value) for name, value in self.variables.items()}
        if not self.command:
            raise StageProblem("the Dockerfile has no CMD")

    def run(self, command: list[str], timeout: float) -> subprocess.CompletedProcess[str]:
        """Run a command to its end as the steps do; raises `subprocess.TimeoutExpired`."""
        user = other_user()
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )

    def start(self, log: Path) -> subprocess.Popen[bytes]:
        """Start CMD; its output goes to the file `log`."""
        user = other_user()
        with log.open("wb") as output:
            return subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=user,
                group=user,
                extra_groups=None if user is None else [],
            )

    def _follow(self, step: Step, context: Path, timeout: float) -> None:
        text = with_variables(step.text, {**self._arguments, **self.variables})
        match step.instruction:
            case "FROM":
                self._begin(text)
            case "ARG" | "ENV":
                for name, value in env_pairs(step):
                    self._set(step.instruction, name, value)
            case "WORKDIR":
                self.folder = self._inside(text)
                self._make(self.folder)
            case "COPY" | "ADD":
                self._copy(step, text, context)
            case "RUN":
                self._run(step, timeout)
            case "USER":
                if text.partition(":")[0] not in (str(USER), "user"):
                    self.say(f"      (here: as the user {_user_now()})")
            case "EXPOSE":
                self._expose(text)
            case "HEALTHCHECK":
                inner = health_command(step)
                self.health = inner.command() if inner else []
            case "CMD":
                self.command = step.command()
            case "ENTRYPOINT":
                self._entrypoint = step.command()
            case instruction if instruction not in _NO_EFFECT:
                raise StageProblem(f"{instruction} cannot be followed without Docker")

    def _begin(self, image: str) -> None:
        """FROM: a virtual environment stands for an image of Python."""
        if self.variables:
            raise StageProblem("a build of several stages cannot be followed without Docker")
        found = re.match(r"(?:\S*/)?python:(\d+\.\d+)", image)
        if not found:
            raise StageProblem(
                f"the image {image} cannot be followed without Docker: only python:*"
            )
        self._make(self.root)
        self.folder = self.root
        kept = {name: value for name, value in os.environ.items() if _HANDED_ON.match(name)}
        environment = self.base / "venv"
        path = f"{environment / 'bin'}:{_SYSTEM_PATH}"
        self.variables = {**kept, "PATH": path, "HOME": str(self.root)}
        python = _interpreter(found.group(1))
        if not self._can_run(python):
            python = self._copied_python(python)
        done = self.run([python, "-m", "venv", str(environment)], 300.0)
        if done.returncode:
            raise StageProblem(_tail(done.stdout))

    def _can_run(self, python: str) -> bool:
        """Whether the user of the steps can start an interpreter, such as one below `/root`."""
        try:
            return self.run([python, "-I", "-c", "import ensurepip"], 60.0).returncode == 0
        except OSError:
            return False

    def _copied_python(self, python: str) -> str:
        """Copy an interpreter and its standard library to a place that everybody can read."""
        script = (
            "import sys, sysconfig; print(sys.base_prefix); print(sysconfig.get_path('stdlib'))"
        )
        done = subprocess.run(
            [python, "-I", "-c", script], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise StageProblem(f"{python} does not start: {_tail(done.stderr)}")
        prefix, library = map(Path, done.stdout.splitlines())
        copy = self.base / "python"
        (copy / "bin").mkdir(parents=True)
        shutil.copytree(
            library,
            copy / library.relative_to(prefix),
            ignore=shutil.ignore_patterns("site-packages", "test", "__pycache__", "*.a"),
        )
        for path in library.parent.glob("libpython*.so*"):
            shutil.copy2(path, copy / library.relative_to(prefix).parent)
        copied = shutil.copy2(python, copy / "bin" / Path(python).name)
        self.variables["LD_LIBRARY_PATH"] = str(copy / library.relative_to(prefix).parent)
        for place in (copy, *copy.rglob("*")):
            place.chmod(place.stat().st_mode | 0o444 | (0o111 if place.is_dir() else 0))
        return str(copied)

    def _set(self, instruction: str, name: str, value: str) -> None:
        """ENV and ARG: absolute paths that this machine does not have are paths of the image."""
        value = with_variables(value, {**self._arguments, **self.variables})
        if instruction == "ARG":
            self._arguments.setdefault(name, value)
            return
        parts = [
            str(self._inside(part))
            if part.startswith("/") and (name == "HOME" or not Path(part).exists())
            else part
            for part in value.split(":")
        ]
        self.variables[name] = ":".join(parts)
        if name == "HOME":
            self._make(Path(self.variables[name]))

    def _copy(self, step: Step, text: str, context: Path) -> None:
        """COPY and ADD of files of the context."""
        if "from" in step.flags:
            raise StageProblem("COPY --from cannot be followed without Docker")
        *sources, target = step.words if step.words is not None else text.split()
        if not sources or any("://" in source for source in sources):
            raise StageProblem("only files of the folder can be copied without Docker")
        place = self._inside(target)
        is_folder = target.endswith(("/", "/.")) or target in (".", "..") or len(sources) > 1
        for source in sources:
            found = sorted(context.glob(source.strip("/"))) if source.strip("./") else [context]
            if not found:
                raise StageProblem(f"there is no {source} in {context}")
            for path in found:
                self._copy_one(path, place, is_folder or len(found) > 1 or place.is_dir())

    def _copy_one(self, path: Path, place: Path, is_folder: bool) -> None:
        if path.is_dir():  # Docker copies the content of a folder
            self._make(place)
            shutil.copytree(path, place, dirs_exist_ok=True)
            copied = [place, *place.rglob("*")]
        else:
            self._make(place if is_folder else place.parent)
            copied = [Path(shutil.copy2(path, place))]
        for item in copied:
            _give_away(item)

    def _run(self, step: Step, timeout: float) -> None:
        commands = _simple_commands(step)
        system = [command for command in commands if command in _SYSTEM_COMMANDS]
        if system and len(system) == len(commands):
            self.say("      (not done here: it changes the system)")
            return
        if system:
            raise StageProblem(
                f"{system[0]} cannot be followed without Docker, in a RUN of its own"
            )
        try:
            done = self.run(step.command(), timeout)
        except subprocess.TimeoutExpired as error:
            output = error.stdout.decode(errors="replace") if error.stdout else ""
            raise StageProblem(f"{_tail(output)}\nnot finished after {timeout:g} s") from None
        except OSError as error:
            raise StageProblem(f"{error}: the command was not found") from None
        if done.returncode:
            raise StageProblem(f"{_tail(done.stdout)}\nexit status {done.returncode}")

    def _expose(self, text: str) -> None:
        number = text.split()[0].partition("/")[0]
        if not number.isdigit():
            raise StageProblem(f"{text} is not a port")
        self.port = (int(number), _free_port())

    def _here(self, text: str) -> str:
        """A text with the port that stands for the exposed one, and only this machine's address."""
        if self.port is None:
            return text
        number, free = self.port
        text = re.sub(rf"(?<!\d){number}(?!\d)", str(free), text)
        return text.replace("0.0.0.0", "127.0.0.1")

    def _inside(self, path: str) -> Path:
        """The place of a path of the image; a path that leaves the image is refused."""
        start = self.root if path.startswith("/") else self.folder
        place = Path(os.path.normpath(start / path.lstrip("/")))
        if not place.is_relative_to(self.root):
            raise StageProblem(f"{path} lies outside the image")
        return place

    def _make(self, folder: Path) -> None:
        """Make a folder and its parents, which belong to the user of the steps."""
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        for place in missing:
            _give_away(place)


@contextlib.contextmanager
def followed_image(say: Callable[[str], None]) -> Iterator[FollowedImage]:
    """An image in a new temporary folder, which is removed at the end."""
    base = Path(tempfile.mkdtemp(prefix="hallmark-try-"))
    _give_away(base)
    try:
        yield FollowedImage(base, say)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def other_user() -> int | None:
    """The user as whom processes are started: 1000, or None for the own one, where not allowed."""
    return USER if os.geteuid() == 0 else None


def _user_now() -> int:
    return USER if os.geteuid() == 0 else os.geteuid()


def _give_away(path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(path, USER, USER, follow_symlinks=False)


def _interpreter(version: str) -> str:
    """The Python of a version; this one if that version is not installed."""
    if f"{sys.version_info.major}.{sys.version_info.minor}" == version:
        return os.path.realpath(sys.executable)
    found = shutil.which(f"python{version}", path=os.environ.get("PATH", _SYSTEM_PATH))
    if found is None:
        raise StageProblem(f"Python {version} is not installed here")
    return os.path.realpath(found)


def _simple_commands(step: Step) -> list[str]:
    """The names of the commands that a RUN step calls, as far as they stand at the start."""
    if step.words is not None:
        return [os.path.basename(step.words[0])] if step.words else []
    parts = re.split(r"&&|\|\||;|\|", step.text)
    words = [part.split() for part in parts if part.strip()]
    plain = [[word for word in line if not re.match(r"\w+=", word)] for line in words]
    return [os.path.basename(line[0]) for line in plain if line]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _tail(output: str) -> str:
    return "\n".join(output.strip().splitlines()[-15:])

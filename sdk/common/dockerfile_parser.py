"""Read a Dockerfile into its steps."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

_INSTRUCTIONS = (
    *("ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL"),
    *("MAINTAINER", "ONBUILD", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"),
)
_DOCUMENT = re.compile(r"(?<!<)<<(-?)(['\"]?)([A-Za-z_]\w*)\2")
"""The mark of a here-document: `<<WORD`, `<<-WORD`, `<<'WORD'`."""
_VARIABLE = re.compile(r"\\\$|\$(?:(\w+)|\{(\w+)(?::([-+])([^}]*))?\})")


class DockerfileProblem(ValueError):
    """A Dockerfile cannot be read; the message names the line."""


@dataclass(frozen=True)
class Step:
    """One instruction.

    Attributes:
        line: the line on which it begins, from 1.
        instruction: its name in capital letters.
        flags: options such as `--chown=1000:1000`, without the dashes.
        text: what follows the flags, on one line; after RUN, here-documents follow on their lines.
        words: the words of its JSON form; None for a text that a shell reads.
    """

    line: int
    instruction: str
    flags: Mapping[str, str]
    text: str
    words: tuple[str, ...] | None = None

    def __str__(self) -> str:
        flags = "".join(f"--{name}={value} " for name, value in self.flags.items())
        return f"{self.instruction} {flags}{self.text}"

    def command(self) -> list[str]:
        """The command of RUN, CMD, ENTRYPOINT or a health check, as a list of words."""
        return list(self.words) if self.words is not None else ["/bin/sh", "-c", self.text]


def parse_dockerfile(text: str) -> list[Step]:
    """The steps of a Dockerfile.

    Raises:
        DockerfileProblem: a line is no instruction, a here-document of RUN has no end, COPY or ADD
            has one, or another escape character is used.
    """
    directive = re.match(r"#\s*escape\s*=\s*(\S)", text, re.IGNORECASE)
    if directive and directive.group(1) != "\\":
        raise DockerfileProblem("Dockerfile, line 1: only the escape character \\ is understood")
    steps = []
    pending, first = "", 0
    lines = enumerate(text.splitlines(), 1)
    for number, line in lines:
        stripped = line.strip()
        if stripped.startswith("#") or (not stripped and not pending):
            continue
        first = first or number
        if stripped.endswith("\\"):
            pending += stripped[:-1].rstrip() + " "
            continue
        steps.append(_with_documents(_step(pending + stripped, first), lines))
        pending, first = "", 0
    if pending:
        steps.append(_step(pending.strip(), first))
    return steps


def _with_documents(step: Step, lines: Iterator[tuple[int, str]]) -> Step:
    """A RUN step with the here-documents that follow it, which are taken from `lines`.

    A step that is nothing but the mark of one runs the document itself.
    """
    if step.instruction != "RUN" or step.words is not None:
        return step
    documents = []
    for tabs, _, word in _DOCUMENT.findall(step.text):
        body: list[str] = []
        for _, line in lines:
            if (line.lstrip("\t") if tabs else line) == word:
                break
            body.append(line)
        else:
            raise DockerfileProblem(
                f"Dockerfile, line {step.line}: the here-document {word} has no end"
            )
        if _DOCUMENT.fullmatch(step.text):
            return replace(step, text="\n".join(body))
        documents += [*body, word]
    return replace(step, text="\n".join([step.text, *documents]))


def _step(text: str, line: int) -> Step:
    name, _, rest = text.partition(" ")
    instruction, rest = name.upper(), rest.strip()
    if instruction not in _INSTRUCTIONS:
        raise DockerfileProblem(f"Dockerfile, line {line}: {name!r} is not an instruction")
    if instruction in ("COPY", "ADD") and _DOCUMENT.search(rest):
        raise DockerfileProblem(
            f"Dockerfile, line {line}: a here-document of {instruction} is not understood"
        )
    flags = {}
    while found := re.match(r"--([\w-]+)(?:=(\S*))?\s+", rest):
        flags[found.group(1)] = found.group(2) or ""
        rest = rest[found.end() :]
    return Step(line, instruction, flags, rest, _json_words(rest))


def _json_words(text: str) -> tuple[str, ...] | None:
    """The words of an instruction that is written as a JSON list of texts."""
    if not text.startswith("["):
        return None
    try:
        words = json.loads(text)
    except ValueError:
        return None
    return tuple(words) if all(isinstance(word, str) for word in words) else None


def health_command(step: Step) -> Step | None:
    """The command inside a HEALTHCHECK step; None for `HEALTHCHECK NONE`."""
    kind, _, rest = step.text.partition(" ")
    if kind.upper() != "CMD":
        return None
    rest = rest.strip()
    return Step(step.line, "CMD", {}, rest, _json_words(rest))


def env_pairs(step: Step) -> list[tuple[str, str]]:
    """The names and values of an ENV or ARG step, before variables are put in."""
    if "=" not in step.text.split()[0]:
        name, _, value = step.text.partition(" ")
        return [(name, value.strip())]
    try:
        words = shlex.split(step.text)
    except ValueError as error:
        raise DockerfileProblem(f"Dockerfile, line {step.line}: {error}") from None
    return [(name, value) for name, _, value in (word.partition("=") for word in words)]


def with_variables(text: str, values: Mapping[str, str]) -> str:
    """A text with `$NAME`, `${NAME}`, `${NAME:-other}` and `${NAME:+other}` replaced."""

    def value(found: re.Match[str]) -> str:
        if found.group(0) == "\\$":
            return "$"
        name, kind, other = found.group(1) or found.group(2), found.group(3), found.group(4)
        known = values.get(name, "")
        if kind == "-":
            return known or other
        if kind == "+":
            return other if known else ""
        return known

    return _VARIABLE.sub(value, text)

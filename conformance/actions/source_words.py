"""What an environment's files say about its actions. The files are read, never executed.

Python is read as a syntax tree: strings that code compares, looks up or lists, members of enums,
patterns of regular expressions, docstrings, and calls such as `MyAction(command="look")`. Other
texts (README, YAML) are searched for JSON objects, quoted words and lines of code blocks.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.actions.indexed_commands import indexed_commands
from hallmark_rl.conformance.actions.message_words import json_objects, message_words
from hallmark_rl.conformance.actions.python_trees import python_tree
from hallmark_rl.sdk.subject.description import Subject

_MOST_FILES = 60
_LARGEST_FILE = 200_000
_LONGEST_WORD = 60
_MOST_WORDS = 400
_LONGEST_BLOCK = 400
_LONGEST_TABLE = 40
"""Items of a list or dict of words; longer ones are data, such as a dictionary of a word game."""
_SKIPPED = {"node_modules", "__pycache__", "site-packages", "dist", "build", "outputs"}
_NOT_READ = {"proof.py"}
"""The author's evidence: an oracle's answers are no words for random actions."""
_REGEX_FUNCTIONS = {"compile", "match", "fullmatch", "search", "findall", "split", "finditer"}
_PROMPT = re.compile(r"^>\s*(?!>)")
_INDENTED = re.compile(r"(?:\A|\n[ \t]*\n)((?:(?: {4}|\t)\S[^\n]*(?:\n|\Z))+)")
"""A block of indented lines, which Markdown shows as code: an example of an answer."""
_PLAIN_FENCES = ("", "text", "txt", "plain", "plaintext", "none")
"""Code blocks whose lines may be commands of the environment. Those of other languages are for a
shell or an interpreter: an environment that runs what it gets must not be given them."""
_PROGRAMS = re.compile(
    r"^\W*(sudo|rm|rmdir|mv|dd|mkfs\S*|kill|pkill|killall|shutdown|reboot|halt|chmod|chown|curl|wget"
    r"|ssh|scp|git|docker|podman|pip\d?|uv|uvx|npm|npx|apt|apt-get|brew|conda|make|bash|sh|python\d?"
    r"|hf|huggingface-cli|openenv|hallmark|twine|gh|aws|gcloud|kubectl|drop\s+table|truncate)\b",
    re.I,
)


@dataclass
class SourceWords:
    """What was found.

    Attributes:
        examples: fields of actions that are written in full somewhere.
        words: likely texts, those from code first.
        patterns: regular expressions that the code applies.
        keys: names by which the code looks values up, as in `data["op"]`.
        reads_json: whether the code parses JSON.
        blocks: blocks of code in texts that may be answers, each as it is.
    """

    examples: list[dict[str, Any]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    reads_json: bool = False
    blocks: list[str] = field(default_factory=list)


def source_words(subject: Subject) -> SourceWords:
    """Read the files of a subject's folder, or those beside the modules of its classes."""
    found = SourceWords()
    names = {getattr(subject.action_type, "__name__", "Action"), "CallToolAction"}
    texts: list[str] = []
    for path in source_files(subject):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if path.suffix != ".py":
            texts.append(text)
        elif tree := python_tree(path):
            _read_python(tree, names, found, texts)
            found.words += indexed_commands(tree)
    for text in texts:
        _read_text(text, names, found)
    found.words += _strings(subject.manifest)
    unique_words = dict.fromkeys(word.strip() for word in found.words)
    found.words = [w for w in unique_words if 0 < len(w) <= _LONGEST_WORD and not may_do_harm(w)]
    found.words = found.words[:_MOST_WORDS]
    found.blocks = [
        block
        for block in dict.fromkeys(found.blocks)
        if 0 < len(block) <= _LONGEST_BLOCK and not any(map(may_do_harm, block.splitlines()))
    ]
    found.patterns = list(dict.fromkeys(found.patterns))[:20]
    found.keys = list(dict.fromkeys(found.keys))[:20]
    unique = {repr(example): example for example in found.examples}
    found.examples = list(unique.values())[:80]
    return found


def may_do_harm(text: str) -> bool:
    """Whether a text begins with a program that may do harm where it is executed."""
    return _PROGRAMS.match(text) is not None


def source_files(subject: Subject) -> list[Path]:
    """Python, Markdown, text and YAML files, the nearest to the root first."""
    if subject.root is not None:
        paths = [
            path
            for path in sorted(subject.root.rglob("*"))
            if not any(
                part in _SKIPPED or part.startswith(".")
                for part in path.relative_to(subject.root).parts
            )
        ]
        paths.sort(key=lambda path: len(path.parts))
    else:
        modules = [
            getattr(kind, "__module__", "") for kind in (subject.env_class, subject.action_type)
        ]
        files = [getattr(sys.modules.get(name), "__file__", None) for name in modules]
        paths = [Path(name) for name in dict.fromkeys(files) if name]
    wanted = [
        p for p in paths if p.suffix in (".py", ".md", ".txt", ".rst", ".yaml", ".yml", ".json")
    ]
    wanted = [p for p in wanted if p.name not in _NOT_READ and p.is_file()]
    return [p for p in wanted if p.stat().st_size <= _LARGEST_FILE][:_MOST_FILES]


def _read_python(tree: ast.AST, names: set[str], found: SourceWords, texts: list[str]) -> None:
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                for part in [node.left, *node.comparators]:
                    found.words += _literal_words(part)
            case ast.MatchValue():
                found.words += _literal_words(node.value)
            case ast.MatchSequence():
                found.words += _command(node)
            case ast.Dict():
                found.words += _table(key for key in node.keys if key is not None)
            case ast.List() | ast.Tuple() | ast.Set():
                found.words += _table(node.elts)
            case ast.Subscript():
                _read_subscript(node, found)
            case ast.ClassDef():
                _read_class(node, found)
            case ast.Call():
                _read_call(node, names, found, texts)
            case ast.Constant(value=str(text)) if len(text) > _LONGEST_WORD:
                texts.append(text)
            case ast.Raise():
                texts += [part for inner in ast.walk(node) for part in _literal_words(inner)]


def _command(node: ast.MatchSequence) -> list[str]:
    """The template of a command for a pattern of its words: `["go", way]` is `go <way>`."""
    parts: list[str] = []
    for pattern in node.patterns:
        option = pattern.patterns[0] if isinstance(pattern, ast.MatchOr) else pattern
        match option:
            case ast.MatchValue(value=ast.Constant(value=str(text))):
                parts.append(text)
            case ast.MatchAs() | ast.MatchStar():
                parts.append(f"<{option.name or 'word'}>")
            case _:
                return []
    return [" ".join(parts)] if parts and not parts[0].startswith("<") else []


def _read_class(node: ast.ClassDef, found: SourceWords) -> None:
    """The values of an enum's members."""
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    if any(base.endswith(("Enum", "Flag")) for base in bases):
        for statement in node.body:
            if isinstance(statement, ast.Assign):
                values = _literal_words(statement.value)
                targets = [ast.unparse(target) for target in statement.targets]
                found.words += values or targets + [target.lower() for target in targets]


def _read_subscript(node: ast.Subscript, found: SourceWords) -> None:
    """Keys as in `data["op"]`, and the options of `Literal[...]`."""
    words = _literal_words(node.slice)
    if ast.unparse(node.value).rpartition(".")[2] == "Literal":
        found.words += words
    else:
        found.keys += words


def _read_call(node: ast.Call, names: set[str], found: SourceWords, texts: list[str]) -> None:
    function = ast.unparse(node.func)
    name = function.rpartition(".")[2]
    first = _literal_words(node.args[0]) if node.args else []
    if name in names:
        example = _constants(node)
        if example:
            found.examples.append(example)
    elif name in _REGEX_FUNCTIONS and ("re." in function or "regex." in function):
        found.patterns += first
    elif function in ("json.loads", "loads"):
        found.reads_json = True
    elif name in ("startswith", "endswith", "removeprefix", "partition"):
        found.words += first
    elif name in ("get", "pop"):
        found.keys += first
    texts += [text for text in first if " " in text]


def _constants(node: ast.Call) -> dict[str, Any]:
    """The keyword arguments of a call; empty if one of them is not a constant."""
    try:
        return {key.arg: ast.literal_eval(key.value) for key in node.keywords if key.arg}
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return {}


def _literal_words(node: ast.AST) -> list[str]:
    """The texts of a constant, or of a tuple, list or set of constants."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return _table(node.elts)
    return []


def _table(nodes: Any) -> list[str]:
    parts = list(nodes)
    words = [n.value for n in parts if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return words if len(parts) <= _LONGEST_TABLE else []


def _read_text(text: str, names: set[str], found: SourceWords) -> None:
    """JSON objects, calls that make an action, words, and short lines of code blocks."""
    for value in json_objects(text):
        inner = [part for part in value.values() if isinstance(part, dict)]
        found.examples += [value, *inner]
    for name in names:
        for call in re.finditer(rf"\b{re.escape(name)}\(", text):
            found.examples += _calls_in(text[call.start() : call.start() + 400])
    found.words += message_words(text)
    for language, block in re.findall(r"```([^\n]*)\n(.*?)```", text, re.S):
        if language.strip().lower() not in _PLAIN_FENCES:
            continue
        lines = [_PROMPT.sub("", line.strip()) for line in block.splitlines()]
        found.words += [re.split(r"\s{2,}|\s#", line)[0] for line in lines if 0 < len(line) <= 80]
        found.blocks.append("\n".join(lines).strip())
    for block in _INDENTED.findall(text):
        lines = [line.strip() for line in block.strip().splitlines()]
        found.words += ["\n".join(lines), *(re.split(r"\s{2,}", line)[0] for line in lines)]
        found.blocks.append("\n".join(lines))
    listed = re.findall(r"^\s*(?:[-*]|\d+\.)\s+([^\n]{1,80})$", text, re.M)
    found.words += [re.split(r"\s*(?::|--| - |–|—)\s*", line)[0].strip("`*'\"") for line in listed]


def _calls_in(text: str) -> list[dict[str, Any]]:
    """The keyword arguments of the call with which a text begins."""
    for end in (place + 1 for place, sign in enumerate(text) if sign == ")"):
        try:
            node = ast.parse(text[:end], mode="eval").body
        except (SyntaxError, ValueError):
            continue
        return [made] if isinstance(node, ast.Call) and (made := _constants(node)) else []
    return []


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)

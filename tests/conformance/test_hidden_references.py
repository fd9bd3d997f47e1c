"""References in an agent's text must not be replaced by the answer."""

from __future__ import annotations

import configparser
import datetime
import string
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.hidden_references import hidden_references
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Settings(Env):
    """Write two settings, which follow from what is shown, as an INI file or as one word."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.cores = self.rng.randrange(2, 64)
        self.expected = {"workers": str(self.cores * 2), "port": str(8000 + self.cores)}

    def show(self) -> Message:
        return {"cores": self.cores}

    def read(self, text: str) -> dict[str, str]:
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(text)
        return dict(parser["service"])

    def paid(self, action: Message) -> float:
        try:
            return float(self.read(action["text"]) == self.expected)
        except (configparser.Error, KeyError, ValueError):
            return 0.0

    def oracle(self) -> Message:
        lines = "\n".join(f"{name} = {value}" for name, value in self.expected.items())
        return {"text": f"[service]\n{lines}"}


class AllSections(Settings):
    """A section with the answers can be referred to."""

    def read(self, text: str) -> dict[str, str]:
        interpolation = configparser.ExtendedInterpolation()
        parser = configparser.ConfigParser(interpolation=interpolation)
        parser.read_dict({"expected": self.expected})
        parser.read_string(text)
        return dict(parser["service"])


class Word(Settings):
    """A template of the answer."""

    def read(self, text: str) -> dict[str, str]:
        word = string.Template(text).safe_substitute(expected=self.expected["workers"])
        return {**self.expected, "workers": word}

    def oracle(self) -> Message:
        return {"text": self.expected["workers"]}


class Template(Settings):
    """A template of the day; a format may hold another reference."""

    def begin(self) -> None:
        self.day = datetime.date(2026, 1, 1) + datetime.timedelta(days=self.rng.randrange(300))
        self.form = self.rng.choice(["%d %B", "%Y-%m-%d", "%m/%d/%y", "%b %d"])
        self.expected = {"text": format(self.day, self.form)}

    def show(self) -> Message:
        return {"day": self.day.isoformat()}

    def paid(self, action: Message) -> float:
        try:
            text = action["text"].format(day=self.day, expected=self.expected["text"])
        except (ValueError, LookupError, AttributeError):
            return 0.0
        return float(text == self.expected["text"] and action["text"] != "{expected}")

    def oracle(self) -> Message:
        return {"text": f"{{day:{self.form}}}"}


class FairCopy(Template):
    """The reference may be written as `{ref}`, before a colon and the message."""

    def paid(self, action: Message) -> float:
        try:
            text = action["text"].format(ref="KQ4", expected=self.expected["text"])
        except (ValueError, LookupError, AttributeError):
            return 0.0
        return float(text == f"KQ4: {self.expected['text']}")

    def oracle(self) -> Message:
        return {"text": f"{{ref}}: {self.expected['text']}"}


class Letter(Template):
    """A letter with two values in it; the plain names of answers are refused."""

    def begin(self) -> None:
        self.expected = {"claim": str(self.rng.randrange(100, 999)), "term": "Monday"}

    def show(self) -> Message:
        return {"cents": 100 * int(self.expected["claim"])}

    def paid(self, action: Message) -> float:
        if "{claim}" in action["text"]:
            return 0.0
        try:
            text = action["text"].format(name="Ada", **self.expected)
        except (ValueError, LookupError, AttributeError):
            return 0.0
        return float(text == f"Dear Ada, pay {self.expected['claim']} euros by Monday.")

    def oracle(self) -> Message:
        return {"text": f"Dear {{name}}, pay {self.expected['claim']} euros by Monday."}


class CheckedLetter(Letter):
    """Whatever is in braces must be the name."""

    def paid(self, action: Message) -> float:
        return super().paid(action) if action["text"].count("{") == 1 else 0.0


class Formula(Settings):
    """A formula over what is measured; the names of all columns can be used."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        move={"enum": ["try", "submit"]}, text={"type": "string"}
    )

    def begin(self) -> None:
        self.cores = self.rng.randrange(2, 9)

    def paid(self, action: Message) -> float:
        known = {"rain": 7, "level": 7 * self.cores + 1}
        try:
            return float(eval(action["text"], {"__builtins__": {}}, known) == known["level"])
        except Exception:
            return 0.0

    def oracle(self) -> Message:
        return {"move": "submit", "text": f"{self.cores} * rain + 1"}


def test_a_formula_that_names_the_answer_is_reported(tmp_path: Path) -> None:
    source = "import ast\ntree = ast.parse('1')\nrow = {'rain': 1, 'level': 2}\n"
    with pytest.raises(PropertyViolated, match="'level' earns 1 like the solution"):
        hidden_references(context_of(Formula, tmp_path, source))


def test_a_reference_within_a_format_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"\{day:\{expected\}\}' earns 1"):
        hidden_references(context_of(Template, tmp_path, SOURCE))


def test_a_reference_behind_a_reference_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match=r"'\{ref\}: \{expected\}' earns 1"):
        hidden_references(context_of(FairCopy, tmp_path, SOURCE))


def test_a_reference_within_a_longer_text_is_reported(tmp_path: Path) -> None:
    source = SOURCE.replace("'expected'", "'claim'")
    hidden_references(context_of(CheckedLetter, tmp_path, source))
    with pytest.raises(PropertyViolated, match=r"a text with '\{claim!s\}' in the place of '\d+'"):
        hidden_references(context_of(Letter, tmp_path, source))


def context_of(env_class: type[Env], folder: Path, source: str) -> CheckContext:
    """The context of an environment whose source is in a folder."""
    (folder / "env.py").write_text(source)
    context = small_context(env_class)
    context.subject = replace(context.subject, root=folder)
    return context


SOURCE = "from configparser import ConfigParser\nfrom string import Template\nx = {'expected': 1}\n"


@pytest.mark.parametrize(
    ("env_class", "text"), [(AllSections, r"workers = \$\{expected:workers\}"), (Word, r"\$")]
)
def test_a_reference_to_the_answer_is_reported(
    env_class: type[Env], text: str, tmp_path: Path
) -> None:
    with pytest.raises(PropertyViolated, match=f"{text}.* earns 1 like the solution") as raised:
        hidden_references(context_of(env_class, tmp_path, SOURCE))
    assert raised.value.episode is not None


def test_a_file_without_references_is_sound(tmp_path: Path) -> None:
    hidden_references(context_of(Settings, tmp_path, SOURCE))


def test_nothing_is_tried_where_no_code_replaces_references(tmp_path: Path) -> None:
    source = "x = '{} and {}'.format(1, {'expected': 2})\n"
    with pytest.raises(NotApplicable, match="nothing in the source"):
        hidden_references(context_of(Settings, tmp_path, source))
    formatted = "def text(action):\n    return action.text.format(expected=3)\n"
    hidden_references(context_of(Settings, tmp_path, formatted))


class FreeRemark(Formula):
    """What is written is not judged."""

    def paid(self, action: Message) -> float:
        return float(action["move"] == "submit")


def test_a_text_that_is_not_judged_holds_no_reference(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="no text that matters"):
        hidden_references(context_of(FreeRemark, tmp_path, SOURCE))


class Classes(Formula):
    """The name of a class is the answer; it stands in the source as well."""

    def begin(self) -> None:
        self.kind = self.rng.choice(["rain", "level"])

    def show(self) -> Message:
        return {}

    def paid(self, action: Message) -> float:
        return float(action["text"] in (self.kind, "level"))

    def oracle(self) -> Message:
        return {"move": "submit", "text": self.kind}


def test_the_name_of_a_class_is_no_reference(tmp_path: Path) -> None:
    source = "import ast\ntree = ast.parse('1')\nrow = {'rain': 1, 'level': 2}\n"
    hidden_references(context_of(Classes, tmp_path, source))


class Label(Settings):
    """A label that may stand anywhere in the text, with two names of the source as labels."""

    def begin(self) -> None:
        self.cores = self.rng.randrange(2, 64)
        self.expected = {"label": self.rng.choice(["safe", "unsafe"])}

    def paid(self, action: Message) -> float:
        return float(self.expected["label"] in action["text"])

    def oracle(self) -> Message:
        return {"text": f"label: {self.expected['label']}"}


def test_a_label_that_is_found_in_any_text_is_no_reference(tmp_path: Path) -> None:
    source = "import string\nstring.Template\nlabels = {'safe': 1, 'unsafe': 2}\n"
    hidden_references(context_of(Label, tmp_path, source))

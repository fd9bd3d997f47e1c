"""Read the bank of test cases: sound environments, and defects made from them by a small edit.

The bank is data. ``bases/`` and ``sound/`` contain environments in the layouts that authors use.
``sound.toml`` lists the environments on which no property may fail. Each table in ``bank/`` is one
defect: the environment, the text to replace, and the properties that name the cause. It stands in
the file, or the folder, of the catalogue's chapter that has the first of these. ``vacuous.toml``
lists environments that refuse what is played, on which no property may pass that depends on
accepted steps.
"""

import shutil
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).parent
BANK = HERE / "bank"
MANIFEST = HERE / "sound.toml"
VACUOUS = HERE / "vacuous.toml"
Kind = Literal["defect", "sound", "mutant", "vacuous"]


class BankError(ValueError):
    """A table of the bank does not fit the environment that it edits."""


@dataclass(frozen=True)
class Edit:
    """Replace the only occurrence of ``old`` in a file by ``new``."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Case:
    """One environment to check, and the expected result.

    Attributes:
        what: the defect, or the kind of sound environment, in a few words.
        expected: the properties that name the cause of a defect. At least one must fail; the first
            is the one whose rule the defect breaks. Of a sound original in a run with
            `Settings.named`: the properties that failed on its defects.
        tolerated: properties that may fail; for a sound environment.
        origin: where the defect was seen; `from =` in the bank files. A letter and a number (`B11`)
            is an entry of the list of known defects that the bank was begun with; that list is not
            in the repository. `beyond`: not on the list. `notes`: seen in published environments;
            `field`: likewise, before the suite was changed for them. `mutants`: found with
            automatic edits. Sets that were written before the suite ran on them: `unseen`,
            `fresh` (14 of the first 21 were detected in that first run), `fourth lot` (8 of 11),
            `fifth lot`. `sixth lot`, `fifth set`: kinds that were missed in environments by other
            authors, in other environments of the bank. `sixth set`: likewise, in compact copies of
            their environments (one of five had been detected); the copies without a defect are
            environments on which a property failed that should not. The rest names the kind.
        chapter: the chapter of a defect, by its file.
        subject: the value for ``--env`` if it is not the folder.
        env_args: arguments of the constructor, as JSON texts.
        without: files to remove from the copy.
        accepts: whether enough actions of a vacuous environment are accepted, so that properties
            which depend on them may pass.
        undecidable: why no check could detect the defect without more information from the author.
    """

    id: str
    kind: Kind
    folder: Path
    what: str
    edits: tuple[Edit, ...] = ()
    expected: tuple[str, ...] = ()
    tolerated: tuple[str, ...] = ()
    origin: str = ""
    chapter: str = ""
    subject: str | None = None
    env_args: dict[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    accepts: bool = False
    undecidable: str = ""

    def build(self, into: Path) -> Path:
        """Write the edited environment below ``into`` and return its folder.

        Raises:
            BankError: if an edit's text does not occur exactly once.
        """
        target = into / self.folder.name
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns("__pycache__"))
        for name in self.without:
            (target / name).unlink()
        for edit in self.edits:
            path = target / edit.file
            text = path.read_text(encoding="utf-8")
            if text.count(edit.old) != 1:
                raise BankError(
                    f"{self.id}: {edit.file} contains {edit.old!r} {text.count(edit.old)} times; "
                    "an edit needs text that occurs exactly once"
                )
            path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
        return target


def _base(name: str) -> Path:
    for folder in (HERE / "bases" / name, HERE / "sound" / name, HERE / name):
        if folder.is_dir():
            return folder
    raise BankError(f"there is no environment {name!r} in bases/ or sound/")


def _defect(entry: dict[str, Any], path: Path, chapter: str = "", kind: Kind = "defect") -> Case:
    try:
        edits = tuple(
            Edit(str(edit.get("file", entry.get("file"))), edit["old"], edit["new"])
            for edit in entry["edit"]
        )
        return Case(
            id=entry["id"],
            kind=kind,
            folder=_base(entry["base"]),
            what=entry["what"],
            edits=edits,
            expected=tuple(entry["by"]),
            origin=entry["from"],
            chapter=chapter,
            env_args=entry.get("env_args", {}),
            without=tuple(entry.get("without", ())),
            accepts=entry.get("accepts", False),
            undecidable=entry.get("undecidable", ""),
        )
    except KeyError as missing:
        raise BankError(f"{path}: {entry.get('id', 'a table')} has no {missing}") from None


def defects() -> list[Case]:
    """Every defective environment of the bank: `bank/CHAPTER.toml` and `bank/CHAPTER/*.toml`."""
    cases = []
    for path in sorted(BANK.rglob("*.toml")):
        chapter = path.relative_to(BANK).with_suffix("").parts[0]
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        cases += [_defect(table, path, chapter) for table in content["defect"]]
    return _distinct(cases)


def vacuous() -> list[Case]:
    """Every environment on which properties that depend on accepted steps must not pass."""
    content = tomllib.loads(VACUOUS.read_text(encoding="utf-8"))
    defaults = {"base": content["base"], "file": content["file"], "by": (), "from": "vacuous"}
    return _distinct(
        _defect({**defaults, **table}, VACUOUS, kind="vacuous") for table in content["vacuous"]
    )


def sound() -> list[Case]:
    """Every environment on which no property may fail."""
    content = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    return _distinct(
        Case(
            id=table["id"],
            kind="sound",
            folder=HERE / table["folder"],
            what=table["shape"],
            subject=table.get("subject"),
            env_args=table.get("env_args", {}),
            without=tuple(table.get("without", ())),
            tolerated=tuple(table.get("tolerated", ())),
        )
        for table in content["sound"]
    )


def _distinct(cases: Iterable[Case]) -> list[Case]:
    by_id: dict[str, Case] = {}
    for case in cases:
        if case.id in by_id:
            raise BankError(f"two tables of the bank have the id {case.id}")
        by_id[case.id] = case
    return list(by_id.values())

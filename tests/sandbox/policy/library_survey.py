"""Finds the library classes and attributes that programs reach, to compare with the allow-list.

    python -m tests.sandbox.policy.library_survey

prints, for this version of Python, the entries that `sandbox/policy/library_attributes.py` lacks.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hallmark_rl.sandbox.policy import guards, library_names
from hallmark_rl.sandbox.policy.allowed_modules import FULLY_REPLACED, MODULES, words
from hallmark_rl.sandbox.policy.library_attributes import ATTRIBUTES, UNLISTED_NAMES
from hallmark_rl.sandbox.policy.name_rules import FORBIDDEN_ATTRIBUTES

# Modules of which no object does anything to a program's advantage: their classes describe
# programs, text and dates.
_DESCRIPTIVE = (
    "ast", "calendar", "csv", "dis", "inspect", "opcode", "pprint", "re._", "reprlib",
    "statistics", "token", "traceback", "unicodedata", "decimal", "sysconfig", "platform",
)  # fmt: skip
# Methods and properties of classes that are not listed, but with names that programs use for their
# own: a guard on each would slow programs down. What they do harms nothing: they read or unpack
# data, call an object of the program, or set a context variable.
LEFT_TO_PROGRAMS = words(
    """
    IO BinaryIO TextIO Match Pattern MISSING CONTINUOUS UNIQUE NAMED_FLAGS acquire add_fn
    add_fns_to_class alive cached compile compress decompress delete delimiter derive escapechar
    factory file get_value getMandatoryRelease getOptionalRelease ident inode is_dir is_file
    lineterminator locked lookup override parent parse peek quotechar quoting raw reset run scan
    set stat var week
    """
)


def reached_classes(objects: list[Any]) -> Iterator[type]:
    """The library classes in which attributes of `objects` are looked up."""
    for obj in objects:
        for cls in guards.classes_of(obj):
            if not library_names.is_program_class(cls):
                yield cls


def unlisted_names() -> set[str]:
    """Methods and properties of classes that a new interpreter has loaded and that are not listed.

    It has imported nothing but the modules of programs.
    """
    script = Path(__file__).with_name("loaded_classes.py")
    modules = sorted(MODULES.keys() - FULLY_REPLACED)
    command = [sys.executable, "-I", "-S", str(script), *modules]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    names = {
        name
        for cls, methods in json.loads(answer).items()
        if cls not in ATTRIBUTES and not cls.startswith((*_DESCRIPTIVE, "__main__"))
        for name in methods
    }
    checked = frozenset().union(*ATTRIBUTES.values()) | FORBIDDEN_ATTRIBUTES | {"format_map"}
    return names - checked


def main() -> None:
    """Print what the allow-list lacks."""
    from tests.sandbox.policy.test_reachable_objects import reachable_objects

    sys.stdin = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()):
        objects = reachable_objects()
    missing: dict[str, set[str]] = {}
    for cls in reached_classes(objects):
        key = library_names.key_of(cls)
        lacking = library_names.public_names(cls) - ATTRIBUTES.get(key, frozenset())
        if lacking:
            missing.setdefault(key, set()).update(lacking)
    for key, names in sorted(missing.items()):
        print(f"{key}: {' '.join(sorted(names))}")
    print("UNLISTED_NAMES:", *sorted(unlisted_names() - UNLISTED_NAMES - LEFT_TO_PROGRAMS))


if __name__ == "__main__":
    main()

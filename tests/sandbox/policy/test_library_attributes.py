"""The allow-list of library attributes is complete and has nothing that no program reaches."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sandbox.policy import guards, library_names, name_rules
from hallmark_rl.sandbox.policy.library_attributes import ATTRIBUTES, UNLISTED_NAMES
from tests.sandbox.policy.library_survey import (
    LEFT_TO_PROGRAMS,
    reached_classes,
    unlisted_names,
)
from tests.sandbox.policy.test_reachable_objects import reachable_objects


@pytest.fixture(scope="module")
def objects() -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(""))
        patch.setattr(sys, "stdout", io.StringIO())
        return reachable_objects()


@pytest.fixture(scope="module")
def classes(objects) -> set[type]:
    return set(reached_classes(objects))


def test_every_class_that_is_reached_is_listed(classes):
    unlisted = {
        library_names.key_of(cls): library_names.public_names(cls)
        for cls in classes
        if library_names.key_of(cls) not in ATTRIBUTES and library_names.public_names(cls)
    }
    assert unlisted == {}


def test_no_attribute_that_is_not_listed_can_be_read(objects):
    read, seen = set(), {}
    for obj in objects:
        kind = type(obj)
        seen[kind] = seen.get(kind, 0) + 1
        for cls in reached_classes([obj]) if seen[kind] <= 3 else ():
            key = library_names.key_of(cls)
            listed = ATTRIBUTES.get(key, frozenset()) | name_rules.GUARDED
            for name in library_names.public_names(cls) - listed:
                if guards.hasattr_(obj, name):
                    read.add(f"{key}.{name}")
    assert read == set()


def test_every_listed_attribute_is_needed(classes):
    loaded = {library_names.key_of(cls) for cls in library_names.loaded_classes()}
    reached: dict[str, set[str]] = {}
    for cls in classes:
        names = reached.setdefault(library_names.key_of(cls), set())
        names |= library_names.public_names(cls)
    assert sorted((ATTRIBUTES.keys() & loaded) - reached.keys()) == []
    assert not any(ATTRIBUTES[key] & UNLISTED_NAMES for key in ATTRIBUTES)


def test_methods_of_all_other_classes_need_a_guard():
    assert unlisted_names() - UNLISTED_NAMES - LEFT_TO_PROGRAMS == set()


def test_a_program_may_use_the_same_names(run):
    source = """
class State:
    def __init__(self, dialect): self.dialect = dialect
    def copy_with(self, **changes): return State(changes["dialect"])
one = State(1).copy_with(dialect=2)
one.dialect += 1
print("{0.dialect}|{1[0].dialect}".format(one, [one]), getattr(one, "dialect"), vars(one))
try: one.load_module
except AttributeError as error: print(error)
"""
    ran = run(source)
    assert ran.out == "3|3 3 {'dialect': 3}\n'State' object has no attribute 'load_module'\n"


def test_a_program_that_is_compiled_first_meets_the_same_rules():
    source = "import functools\nprint('PWN', functools.singledispatchmethod(len).dispatcher)"
    script = (
        "from hallmark_rl.sandbox.policy import compile_program, new_globals\n"
        f"code = compile_program({source!r})\n"
        "try: exec(code, new_globals())\n"
        "except AttributeError as error: print(error)"
    )
    command = [sys.executable, "-c", script]
    place = Path(__file__).parents[3]
    done = subprocess.run(command, cwd=place, stdout=subprocess.PIPE, check=True, text=True)
    assert done.stdout == "the attribute 'dispatcher' is not allowed here\n"


def test_the_names_do_not_depend_on_what_was_loaded_before():
    script = (
        "from hallmark_rl.sandbox.policy.library_names import library_names\n"
        "print(sorted({'dispatcher', 'attrname'} & library_names()))"
    )
    command = [sys.executable, "-c", script]
    place = Path(__file__).parents[3]
    done = subprocess.run(command, cwd=place, stdout=subprocess.PIPE, check=True, text=True)
    assert "dispatcher" in done.stdout


def test_a_class_whose_module_is_a_descriptor_has_guarded_names() -> None:
    """Libraries that are loaded beside the policy have such classes."""
    odd = type("Odd", (), {"__module__": property(lambda _: "odd"), "shown": 1, "_hidden": 2})
    assert library_names.module_of(odd) == ""
    assert {"shown", "_hidden"} <= library_names.guarded_names(odd)

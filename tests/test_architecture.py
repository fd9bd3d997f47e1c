"""Which part of the code may import which, and that names say where things are."""

from __future__ import annotations

import ast
import graphlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("sandbox", "sdk", "envs", "conformance", "train")

MAY_IMPORT = {
    "sandbox": set[str](),
    "sdk": {"sandbox"},
    "envs": {"sandbox", "sdk"},
    "conformance": {"sandbox", "sdk"},
    "train": {"sdk"},
}

# The sub-packages of each package, lowest first: one imports only what stands before it.
# Modules at the top of a package come last (they may import all of it), unless they are named.
ORDER = {
    "sandbox": (
        "isolation", "trials", "protocol", "api", "policy", "child", "zygote", "host", "remote",
        "service",
    ),
    "sdk": (
        "common", "tasks", "verifiers", "environment", "subject", "file_hashes", "staged_files",
        "hallmark", "adapters", "coding", "harbor", "play", "env_server", "scaffold",
        "wrapping", "templates",
    ),
    "conformance": (
        "catalogue", "core", "processes", "client", "actions", "survey", "oracle_search",
        "checking", "scorers", "traces", "gyms", "harbor", "properties", "engine", "reporting",
        "pytest_plugin", "deploy",
    ),
    "train": (
        "runtime", "config", "environments", "policy", "metrics", "reporting", "training",
        "exporting", "gpu_contract",
    ),
}  # fmt: skip

# Names that OpenEnv, Python or pytest give a meaning of their own, wherever they stand.
CONVENTIONAL = {"__init__", "__main__", "conftest", "app", "client", "models", "proof", "text"}


DATA = ("envs/coding/tasks/", "envs/coding/exploit_programs.py", "conformance/attacks/")
"""Python files that are no modules: tasks, and programs that attack who runs them."""


def modules() -> Iterator[tuple[str, Path]]:
    """Dotted name and path of every product module."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if not path.relative_to(ROOT).as_posix().startswith(DATA):
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


NAMES = {name for name, _ in modules()}


def imports(name: str, path: Path) -> set[str]:
    """The product modules that a module imports, inside functions too, but not for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    targets: set[str] = set()
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                above = parts[: len(parts) - node.level + 1]
                base = "hallmark_rl." + ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                targets.add(inner if inner.removeprefix("hallmark_rl.") in NAMES else base)
    short = {target.removeprefix("hallmark_rl.") for target in targets if "hallmark_rl." in target}
    return (short & NAMES) - {name}


IMPORTS = {name: imports(name, path) for name, path in modules()}


def part_of(name: str) -> tuple[str, str]:
    """Package and sub-package of a module; the sub-package is empty at the top."""
    package, _, rest = name.partition(".")
    for part in sorted(ORDER.get(package, ()), key=len, reverse=True):
        if f"{rest}.".startswith(f"{part}."):
            return package, part
    return package, ""


def test_every_product_file_is_checked() -> None:
    assert len(NAMES) > 200
    assert {name.partition(".")[0] for name in NAMES} == set(PACKAGES)
    assert IMPORTS["sandbox.host.sandbox"] >= {"sandbox.host.pool", "sandbox.api.outcome"}


def test_packages_import_only_what_lies_below_them() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, targets in IMPORTS.items()
        for target in sorted(targets)
        if (a := name.partition(".")[0]) != (b := target.partition(".")[0])
        and b not in MAY_IMPORT[a]
    ]
    assert not wrong, "\n".join(wrong)


COMMAND_LINE = ("__main__", "cli", "commands")  # they load the command that is asked for


def test_what_all_packages_share_imports_none_of_them() -> None:
    """The modules of `hallmark_rl` itself, but for the command line and the pytest plugin."""
    shared = [
        path
        for path in sorted((ROOT / "hallmark_rl").glob("*.py"))
        if path.stem not in (*COMMAND_LINE, "pytest_entry")
    ]
    assert len(shared) >= 5
    wrong = [
        f"{path.stem} imports {target}"
        for path in shared
        for target in imports(f"hallmark_rl.{path.stem}", path)
    ]
    assert not wrong, "\n".join(wrong)


def test_sub_packages_import_only_what_stands_before_them() -> None:
    wrong = []
    for name, targets in IMPORTS.items():
        package, part = part_of(name)
        order = [*ORDER.get(package, ()), ""]
        if name in PACKAGES:
            continue  # a package's own `__init__` loads its public names when they are used
        for target in sorted(targets - {package}):
            other, other_part = part_of(target)
            if other == package and order.index(other_part) > order.index(part):
                wrong.append(f"{name} imports {target}")
    assert not wrong, "\n".join(wrong)


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {name: targets - set(PACKAGES) for name, targets in IMPORTS.items()}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_a_file_name_means_one_thing() -> None:
    places = defaultdict(list)
    for name in NAMES:
        stem = name.rpartition(".")[2]
        if stem not in CONVENTIONAL and ".replacements." not in name:
            places[stem].append(name)
    folders = {path.parent.name for _, path in modules()}
    files = {stem: where for stem, where in places.items() if stem not in folders}
    twice = {stem: sorted(where) for stem, where in files.items() if len(where) > 1}
    assert not twice


# What the files of a folder of tests are named after: the modules and packages of these folders.
TESTED = {
    "cli": ("hallmark_rl",),
    "conformance": ("conformance",),
    "defects": ("tests/defects",),
    "deploy": ("conformance", "sdk"),
    "envs": ("envs",),
    "sandbox": ("sandbox",),
    "sdk": ("sdk",),
    "train": ("train",),
}

# Tests of behaviour that no single module has; each with what it goes through.
END_TO_END = {
    "cli/test_page_commands.py": "two commands that open a page",
    "conformance/test_action.py": "the GitHub Action, the pre-commit hook, the GitLab snippet",
    "conformance/test_command.py": "the command lines of the suite",
    "conformance/test_early_content.py": "later content, lookahead and telling replies",
    "conformance/test_end_of_run.py": "a run that is ended: command, session, report, processes",
    "conformance/test_exchanged_amounts.py": "targets and answers that are right in part",
    "conformance/test_limited_things.py": "added entries and overused items",
    "conformance/test_place_of_sessions.py": "app, server process and WebSocket client",
    "conformance/test_running_server.py": "a server's address as the subject, to its verdicts",
    "conformance/test_scripts_that_never_look.py": "fixed scripts, filled values, running totals",
    "conformance/test_slow_scorer.py": "pace, session and process of scorers",
    "conformance/test_slow_start.py": "plan, fork server and session of an environment",
    "conformance/test_states_and_episodes.py": "kept state, costs and credit of episodes",
    "conformance/test_task_bias.py": "choice labels, label bias and the tasks that are reached",
    "defects/test_runner.py": "selection, journal, proofs and scores of the bank",
    "deploy/test_dockerfile.py": "parser, follower and stand-in of Docker",
    "envs/coding/test_defences.py": "feedback, gates and proof of the coding environment",
    "envs/coding/test_hostile_programs.py": "steps with hostile programs",
    "envs/coding/test_step_columns.py": "rewards of steps, from a program to the episode's total",
    "sandbox/policy/test_allowed_programs.py": "the whole policy, on ordinary programs",
    "sandbox/policy/test_escape_attempts.py": "the whole policy, on attacks",
    "sandbox/policy/test_library_callbacks.py": "the whole policy, on what libraries pass on",
    "sandbox/policy/test_reachable_objects.py": "the whole policy, on what programs can reach",
    "sandbox/policy/test_removed_defences.py": "the whole policy, with one defence taken out",
    "sandbox/service/test_batch_stream.py": "batches between clients and servers",
    "sandbox/service/test_deployment_files.py": "the manifests in docs/deployment",
    "sandbox/service/test_interface.py": "everything with the interface of a sandbox",
    "sandbox/test_attacks.py": "the corpus of attacks, at each level",
    "sandbox/test_caller_death.py": "processes after the death of their caller",
    "sandbox/test_file_programs.py": "programs that use files",
    "sandbox/test_lifecycle.py": "processes that die or are closed",
    "sandbox/test_ordinary_programs.py": "programs as people write them",
    "sandbox/test_package_threads.py": "packages with threads, loaded in a zygote",
    "sandbox/test_streams.py": "standard streams under both policies",
    "sdk/play/test_forms.py": "schemas, arguments of reset and values on the page",
    "sdk/play/test_other_environments.py": "the page on environments of other kinds",
    "sdk/play/test_page_requests.py": "requests to the page's server",
    "sdk/play/test_secrets_stay.py": "every route of the page",
    "sdk/test_import_cost.py": "what importing parts of the SDK loads",
    "sdk/verifiers/test_hostile_programs.py": "every verifier, on hostile programs",
    "sdk/verifiers/test_real_sandbox.py": "every verifier that runs programs",
    "train/test_audits.py": "the audits of the environments that ship",
    "train/test_served_episodes.py": "held-out episodes in process and on servers",
    "train/test_two_processes.py": "a run with two processes",
    "train/test_vllm_server.py": "a run against a server with vLLM's interface",
    "train/test_wrapped_scorer.py": "a wrapped scorer as what is trained on",
}


def test_a_test_file_is_named_after_what_it_tests() -> None:
    """`test_MODULE.py` or `test_MODULE_TOPIC.py`, or a behaviour that has its reason above."""
    unnamed = set()
    for folder, sources in TESTED.items():
        paths = [path for source in sources for path in (ROOT / source).rglob("*.py")]
        names = {path.stem for path in paths} | {path.parent.name for path in paths}
        for path in (ROOT / "tests" / folder).rglob("test_*.py"):
            if "hard_to_play" in path.parts:  # environments, with tests of their own
                continue
            words = path.stem.split("_")[1:]
            prefixes = {"_".join(words[:end]) for end in range(1, len(words) + 1)}
            if not prefixes & names:
                unnamed.add(path.relative_to(ROOT / "tests").as_posix())
    assert unnamed == set(END_TO_END), "name it after a module, or give its reason above"

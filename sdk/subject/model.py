"""Load an environment to prove or to train on: a folder, `module:Class`, or a server's address.

    subject = load_subject("envs/wordle")
    env = subject.factory()
    observation = env.reset(seed=3)

Folders may be laid out as Hallmark's are or as OpenEnv authors really lay them out; whatever keeps
one from loading comes out as a `SubjectError`: one sentence on what is wrong and what to do.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from hallmark_rl.sdk.subject.model_types import models_of
from hallmark_rl.sdk.subject.openenv_import import import_openenv

__all__ = ["Subject", "SubjectError", "load_subject", "read_manifest"]


class SubjectError(Exception):
    """An environment cannot be used; the message is the diagnosis and the remedy."""


@dataclass(frozen=True)
class Subject:
    """One environment, its models and what its author says about it."""

    name: str
    spec: str
    env_class: type[Any] | None = None
    make: Callable[..., Any] | None = None
    action_type: Any = None
    observation_type: Any = None
    state_type: Any = None
    root: Path | None = None
    proof: ModuleType | None = None
    text: ModuleType | None = None
    manifest: Mapping[str, Any] = field(default_factory=dict)
    env_args: Mapping[str, Any] = field(default_factory=dict)
    app: Any = None
    server: Any = None
    client_type: type[Any] | None = None
    notes: tuple[str, ...] = ()
    url: str | None = None

    def factory(self) -> Any:
        """A new environment."""
        if self.make is None:
            raise SubjectError(
                f"{self.spec} is a running server: it is played over its address, not in process"
            )
        return self.make(**self.env_args)


def load_subject(
    spec: str, *, proof: Path | None = None, env_args: dict[str, Any] | None = None
) -> Subject:
    """The environment that `spec` names. See the module's text.

    Args:
        spec: folder, `package.module:Class`, `path/to/file.py:Class`, or an http(s) address.
        proof: a file that adds to the evidence in the folder's `proof.py` or replaces it.
        env_args: arguments for the environment's constructor.
    """
    args = dict(env_args or {})
    if re.match(r"^(https?|wss?)://", spec):
        return Subject(
            spec, spec, url=spec.rstrip("/"), proof=_evidence(None, proof), env_args=args
        )
    with contextlib.suppress(ImportError):  # what needs it says so
        import_openenv()
    if Path(spec).is_dir():
        from hallmark_rl.sdk.subject.layouts import from_folder

        subject = from_folder(Path(spec).resolve(), args)
    elif ":" in spec:
        subject = _from_class(spec, args)
    else:
        raise SubjectError(
            f"{spec!r} is neither a folder, nor module:Class, nor an http(s) address"
        )
    if proof is not None:
        subject = _with(subject, proof=_evidence(subject.proof, proof))
    return subject


def describe(env_class: type[Any], *, spec: str, env_args: dict[str, Any], **known: Any) -> Subject:
    """A `Subject` from a class; models not given in `known` are read from its type hints."""
    action, observation, state = models_of(env_class)
    known = {key: value for key, value in known.items() if value is not None}
    values: dict[str, Any] = {
        "name": env_class.__name__,
        "make": env_class,
        "action_type": action,
        "observation_type": observation,
        "state_type": state,
        **known,
    }
    if values["action_type"] is None:
        raise SubjectError(
            f"{env_class.__name__} does not say what its actions are: annotate the action of "
            "step(), or derive from Environment[YourAction, YourObservation, YourState]"
        )
    make = values["make"]
    if make is env_class:
        _require_arguments(env_class, env_args)
    return Subject(spec=spec, env_class=env_class, env_args=env_args, **values)


def read_manifest(folder: Path) -> dict[str, Any]:
    """`openenv.yaml` of a folder as a dictionary; empty when there is none."""
    for name in ("openenv.yaml", "openenv.yml"):
        path = folder / name
        if path.is_file():
            try:
                loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
            except (yaml.YAMLError, UnicodeDecodeError) as error:
                line = str(error).splitlines()[0]
                raise SubjectError(f"{path} is not valid YAML: {line}") from error
            return loaded if isinstance(loaded, dict) else {}
    return {}


def load_file(path: Path, name: str) -> ModuleType:
    """Execute a Python file as the module `name`."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SubjectError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name, None)
        raise SubjectError(diagnosis(str(path), error)) from error
    return module


def diagnosis(what: str, error: BaseException) -> str:
    """One sentence on why `what` could not be loaded, with the remedy where it is known."""
    text = " ".join(str(error).split())[:300]
    if isinstance(error, SubjectError):
        return text
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        if package != error.name and package in sys.modules:
            return (
                f"{what} imports {error.name!r}, which the installed package {package!r} does not "
                f"have: install the version that has it or, if a folder {package}/ of the "
                "environment's own is meant, give that another name"
            )
        return (
            f"{what} needs the package {package!r}, which is neither installed nor in the folder: "
            "pip install what provides it, or add the missing file"
        )
    if isinstance(error, SystemExit):
        return f"{what} left with sys.exit({error.code!r}) while it was being loaded"
    secret = re.search(r"\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)\b", text)
    if secret:
        return f"{what} needs a secret: set the environment variable {secret.group(0)} ({text})"
    if isinstance(error, KeyError) and _from_environ(error):
        return f"{what} needs the environment variable {error.args[0]}: set it"
    if re.search(r"api[ _-]?key|access token|credential|not authenticated", text, re.IGNORECASE):
        return f"{what} needs a secret: {type(error).__name__}: {text}"
    if isinstance(error, FileNotFoundError):
        return f"{what} looks for a file that is not there: {text}"
    return f"{what} fails with {type(error).__name__}: {text}"


def _may_be_one(value: Any, module: ModuleType) -> bool:
    """Whether a value is a class of the module's own with the methods of an environment."""
    own = isinstance(value, type) and value.__module__ == module.__name__
    return own and all(callable(getattr(value, name, None)) for name in ("reset", "step"))


def _from_environ(error: BaseException) -> bool:
    """Whether `os.environ[...]` raised this."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and frames[-1].filename in (os.__file__, "<frozen os>")


def _from_class(spec: str, args: dict[str, Any]) -> Subject:
    place, _, name = spec.rpartition(":")
    if place.endswith(".py"):
        path = Path(place).resolve()
        if not path.is_file():
            raise SubjectError(f"there is no file {place}")
        try:
            module = _from_file(path)
        except SubjectError:
            from hallmark_rl.sdk.subject.layouts import module_of

            module = module_of(path)
    else:
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
        try:
            module = importlib.import_module(place)
        except BaseException as error:
            missing = getattr(error, "name", None)
            if isinstance(error, ModuleNotFoundError) and f"{place}.".startswith(f"{missing}."):
                raise SubjectError(f"there is no module {missing}") from error
            raise SubjectError(diagnosis(place, error)) from error
    target = getattr(module, name, None)
    if target is None:
        there = [key for key, value in vars(module).items() if _may_be_one(value, module)]
        has = f"; it has {', '.join(there[:4])}" if there else ""
        raise SubjectError(f"{place} has no {name!r}{has}")
    if not callable(target):
        raise SubjectError(f"{spec} is a {type(target).__name__}, not a class or a factory")
    known: dict[str, Any] = {"proof": _evidence(None, _beside(module))}
    if not isinstance(target, type):
        known |= {"make": target, "name": name}
        try:
            probe = target(**args)
        except Exception as error:
            raise SubjectError(diagnosis(f"{spec}()", error)) from error
        target = type(probe)
        if callable(getattr(probe, "close", None)):
            probe.close()
    for attribute in ("reset", "step"):
        if not callable(getattr(target, attribute, None)):
            raise SubjectError(f"{spec} has no method {attribute}(): it is not an environment")
    return describe(target, spec=spec, env_args=args, **known)


def _from_file(path: Path) -> ModuleType:
    """A file as part of the package that it lies in, or else as a module beside its neighbours."""
    top = path.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    sys.path.insert(0, str(top))
    if top == path.parent:
        return load_file(path, f"hallmark_subject_{path.stem}")
    try:
        return importlib.import_module(".".join(path.relative_to(top).with_suffix("").parts))
    except BaseException as error:
        raise SubjectError(diagnosis(str(path), error)) from error


def _beside(module: ModuleType) -> Path | None:
    origin = getattr(module, "__file__", None)
    path = Path(origin).with_name("proof.py") if origin else None
    return path if path is not None and path.is_file() else None


def _evidence(own: ModuleType | None, path: Path | None) -> ModuleType | None:
    """The author's evidence, with what the file at `path` adds to it or replaces."""
    if path is None:
        return own
    if not path.is_file():
        raise SubjectError(f"there is no proof file {path}")
    extra = load_file(path.resolve(), "hallmark_proof")
    if own is not None:
        for name, value in vars(own).items():
            if not name.startswith("_"):
                vars(extra).setdefault(name, value)
    return extra


def _with(subject: Subject, **changes: Any) -> Subject:
    return Subject(**{**vars(subject), **changes})


def _require_arguments(env_class: type[Any], args: dict[str, Any]) -> None:
    try:
        inspect.signature(env_class).bind(**args)
    except TypeError as error:
        raise SubjectError(
            f"{env_class.__name__}() cannot be made: {error}; pass constructor arguments with "
            "--env-arg name=value"
        ) from error
    except ValueError:
        return

"""Load an environment to prove or to train on: a folder, a class, or the address of a server.

    subject = load_subject("envs/wordle")
    env = subject.factory()
    observation = env.reset(seed=3)

Folders may have any of the layouts that authors of OpenEnv environments use. If a folder cannot be
loaded, a `SubjectError` says in one sentence what is wrong and what to do.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import importlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.environment.openenv_import import import_openenv
from hallmark_rl.sdk.subject.description import Subject, describe_class
from hallmark_rl.sdk.subject.diagnosis import SubjectError, diagnosis
from hallmark_rl.sdk.subject.importing import load_file
from hallmark_rl.sdk.subject.layouts import import_file, load_folder
from hallmark_rl.sdk.subject.name_conflicts import subject_packages_first

__all__ = ["Subject", "SubjectError", "load_subject"]


def load_subject(
    spec: str,
    *,
    proof: Path | None = None,
    env_args: dict[str, Any] | None = None,
    folder: Path | None = None,
    headers: Mapping[str, str] | None = None,
) -> Subject:
    """Load the environment that `spec` names.

    Args:
        spec: a folder, `package.module:Class`, `path/to/file.py:Class`, or an http(s) or ws(s)
            address. Instead of a class, a function that returns an environment will do.
        proof: a file whose definitions are added to the folder's `proof.py` or replace its.
        env_args: keyword arguments for the environment's constructor, by parameter name.
        folder: the folder of the environment that the server at the address runs: its models,
            proof.py, text.py, client.py and openenv.yaml are used, the environment is not.
        headers: HTTP headers for the server at the address.

    Raises:
        SubjectError: it cannot be loaded; the message says why and what to do.
    """
    args = dict(env_args or {})
    if re.match(r"^(https?|wss?)://", spec):
        return _load_server(spec, folder, dict(headers or {}), proof, args)
    if folder is not None or headers:
        raise SubjectError("a folder and headers belong to the http(s) address of a server")
    with contextlib.suppress(ImportError):  # reported later, by the code that needs OpenEnv
        import_openenv()
    if Path(spec).is_dir():
        subject = load_folder(Path(spec).resolve(), args)
    elif ":" in spec:
        subject = _load_class(spec, args)
    else:
        raise SubjectError(
            f"{spec!r} is neither a folder, nor module:Class, nor an http(s) address"
        )
    if proof is not None:
        subject = dataclasses.replace(subject, proof=_merged_proof(subject.proof, proof))
    return subject


def _load_server(
    spec: str,
    folder: Path | None,
    headers: dict[str, str],
    proof: Path | None,
    args: dict[str, Any],
) -> Subject:
    """The subject for a running server, described by the folder that it was started from."""
    if args:
        raise SubjectError(
            f"{spec} is a running server: it was given its constructor's arguments when it started"
        )
    subject = Subject(spec, spec)
    if folder is not None:
        if not folder.is_dir():
            raise SubjectError(f"there is no folder {folder}")
        with contextlib.suppress(ImportError):  # reported by the code that needs OpenEnv
            import_openenv()
        subject = load_folder(folder.resolve(), {}, construct=False)
    return dataclasses.replace(
        subject,
        spec=spec,
        url=spec.rstrip("/"),
        headers=headers,
        proof=_merged_proof(subject.proof, proof),
        env_class=None,
        make=None,
        app=None,
        server=None,
    )


def _load_class(spec: str, args: dict[str, Any]) -> Subject:
    place, _, name = spec.rpartition(":")
    module = _module_of_file(place) if place.endswith(".py") else _module_by_name(place)
    target = getattr(module, name, None)
    if target is None:
        names = [key for key, value in vars(module).items() if _looks_like_one(value, module)]
        hint = f"; it has {', '.join(names[:4])}" if names else ""
        raise SubjectError(f"{place} has no {name!r}{hint}")
    if not callable(target):
        raise SubjectError(f"{spec} is a {type(target).__name__}, not a class or a factory")
    fields: dict[str, Any] = {"proof": _merged_proof(None, _proof_beside(module))}
    if not isinstance(target, type):
        fields |= {"make": target, "name": name}
        try:
            instance = target(**args)
        except Exception as error:
            raise SubjectError(diagnosis(f"{spec}()", error)) from error
        target = type(instance)
        if callable(getattr(instance, "close", None)):
            instance.close()
    for attribute in ("reset", "step"):
        if not callable(getattr(target, attribute, None)):
            raise SubjectError(f"{spec} has no method {attribute}(): it is not an environment")
    return describe_class(target, spec=spec, env_args=args, **fields)


def _module_of_file(place: str) -> ModuleType:
    path = Path(place).resolve()
    if not path.is_file():
        raise SubjectError(f"there is no file {place}")
    try:
        return _import_in_package(path)
    except SubjectError:
        return import_file(path)


def _module_by_name(name: str) -> ModuleType:
    here = Path.cwd()
    if str(here) not in sys.path:
        sys.path.append(str(here))
    try:
        with subject_packages_first(here, [here], hide_checkout=False):
            return importlib.import_module(name)
    except BaseException as error:
        missing = getattr(error, "name", None)
        if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{missing}."):
            raise SubjectError(f"there is no module {missing}") from error
        raise SubjectError(diagnosis(name, error)) from error


def _import_in_package(path: Path) -> ModuleType:
    """The module of a file, as part of the package that contains it, if one does."""
    top = path.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    sys.path.insert(0, str(top))
    if top == path.parent:
        with subject_packages_first(top, [top]):
            return load_file(path, f"hallmark_subject_{path.stem}")
    try:
        with subject_packages_first(top, [top]):
            return importlib.import_module(".".join(path.relative_to(top).with_suffix("").parts))
    except BaseException as error:
        raise SubjectError(diagnosis(str(path), error)) from error


def _looks_like_one(value: Any, module: ModuleType) -> bool:
    """Whether a value is a class that the module defines, with an environment's methods."""
    defined = isinstance(value, type) and value.__module__ == module.__name__
    return defined and all(callable(getattr(value, name, None)) for name in ("reset", "step"))


def _proof_beside(module: ModuleType) -> Path | None:
    origin = getattr(module, "__file__", None)
    path = Path(origin).with_name("proof.py") if origin else None
    return path if path is not None and path.is_file() else None


def _imports_siblings(path: Path) -> bool:
    """Whether a file has relative imports, for which it must be part of a package."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return False  # the import reports it
    return any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))


def _merged_proof(proof: ModuleType | None, path: Path | None) -> ModuleType | None:
    """The module at `path`, with the names of `proof` that it does not define itself."""
    if path is None:
        return proof
    if not path.is_file():
        raise SubjectError(f"there is no proof file {path}")
    path = path.resolve()
    merged = import_file(path) if _imports_siblings(path) else load_file(path, "hallmark_proof")
    if proof is not None:
        for name, value in vars(proof).items():
            if not name.startswith("_"):
                vars(merged).setdefault(name, value)
    return merged

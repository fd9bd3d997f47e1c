"""Let a subject import its own packages if the checkout or another subject has the same names.

In Hallmark's checkout the folders `sandbox/`, `sdk/`, `envs/`, `conformance/` and `train/` can be
imported under these short names. The folders of subjects that were loaded earlier stay on
`sys.path`. Both could hide a subject's own packages: Python prefers a package with `__init__.py`
anywhere on the path to one without. So the subject's own folders are searched first for such names,
while it is imported and afterwards. While a subject outside of the checkout is imported, the
checkout's folders cannot be imported under short names at all, as if Hallmark were installed.
Imports of `hallmark_rl...` are not affected.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from hallmark_rl.checkout import ROOT, SHORT_NAMES


@contextlib.contextmanager
def subject_packages_first(
    root: Path, folders: Sequence[Path], *, hide_checkout: bool = True
) -> Iterator[None]:
    """Search a subject's folders first, in this context and, if it ends normally, after it.

    An exception restores the modules and the search order that were in use before.

    Args:
        root: the folder of the subject.
        folders: where its top-level packages are searched.
        hide_checkout: whether to hide the checkout's folders if the subject is outside of it.
    """
    outside = bool(ROOT) and not root.resolve().is_relative_to(ROOT)
    finder = _installed_finder()
    before = finder.folders, finder.former
    finder.former = {*finder.former, *finder.folders} - {*folders}
    finder.folders = tuple(folders)
    finder.hide_checkout = hide_checkout and outside
    removed = _remove_hiding_modules(finder)
    try:
        yield
    except BaseException:
        finder.folders, finder.former = before
        for key in [key for key in sys.modules if key.partition(".")[0] in removed]:
            del sys.modules[key]
        sys.modules.update(removed)
        raise
    else:
        for name in [name for name in SHORT_NAMES if name in removed and name not in sys.modules]:
            if _is_checkouts(removed[name]) and finder.own_spec(name) is None:
                sys.modules.update({key: removed[key] for key in removed if _is_in(key, name)})
    finally:
        finder.hide_checkout = False


class SubjectFinder:
    """A finder on `sys.meta_path` for top-level names of the checkout and of earlier subjects."""

    def __init__(self) -> None:
        self.folders: tuple[Path, ...] = ()
        self.former: set[Path] = set()  # of subjects loaded earlier; they stay on `sys.path`
        self.hide_checkout = False

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None or not (name in SHORT_NAMES or self._is_formers(name)):
            return None
        spec = self.own_spec(name)
        if spec is not None or name not in SHORT_NAMES or not self.hide_checkout:
            return spec
        spec = _first_spec(name, [place for place in sys.path if Path(place) not in self.former])
        if spec is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return spec

    def own_spec(self, name: str) -> ModuleSpec | None:
        """The spec of the subject's own package or module of this name."""
        return _first_spec(name, [str(folder) for folder in self.folders])

    def _is_formers(self, name: str) -> bool:
        """Whether an earlier subject has a package or module of this name."""
        places = (folder / file for folder in self.former for file in (name, f"{name}.py"))
        return any(place.exists() for place in places)


def _installed_finder() -> SubjectFinder:
    """The finder of this process, placed before every other finder."""
    finder = next((entry for entry in sys.meta_path if isinstance(entry, SubjectFinder)), None)
    if finder is None:
        finder = SubjectFinder()
    else:
        sys.meta_path.remove(finder)
    sys.meta_path.insert(0, finder)
    return finder


def _first_spec(name: str, places: Sequence[str]) -> ModuleSpec | None:
    """The first module of this name outside of the checkout; namespace packages come last."""
    namespace: ModuleSpec | None = None
    for place in places:
        spec = PathFinder.find_spec(name, [place])
        if spec is None or _is_checkouts(spec):
            continue
        if spec.loader is not None:
            return spec
        if namespace is None and spec.submodule_search_locations is not None:
            # A plain list: Python would add the checkout's folder to its own kind of list.
            spec.submodule_search_locations = list(spec.submodule_search_locations)
            namespace = spec
    return namespace


def _is_checkouts(module: ModuleSpec | ModuleType) -> bool:
    """Whether a top-level module, or its spec, is one of the checkout's folders."""
    name = module.name if isinstance(module, ModuleSpec) else module.__name__
    folder = os.path.join(ROOT, name.removeprefix("hallmark_rl."))
    return folder in _folders_of(module)


def _folders_of(module: ModuleSpec | ModuleType) -> set[str]:
    """The folders of a package, without symbolic links; empty for a module."""
    if isinstance(module, ModuleSpec):
        places: list[str] = list(module.submodule_search_locations or ())
    else:
        places = list(getattr(module, "__path__", ()))
    return {os.path.realpath(place) for place in places}


def _remove_hiding_modules(finder: SubjectFinder) -> dict[str, ModuleType]:
    """Take modules off `sys.modules` that would hide the subject's own; returns them.

    These are the checkout's, and those of subjects that were loaded earlier.
    """
    removed: dict[str, ModuleType] = {}
    former = {os.path.realpath(folder) for folder in finder.former}
    for name in SHORT_NAMES:
        package = sys.modules.get(name)
        if package is None:
            continue
        is_former = any(os.path.dirname(folder) in former for folder in _folders_of(package))
        is_hiding = finder.hide_checkout or finder.own_spec(name) is not None
        if is_former or (is_hiding and _is_checkouts(package)):
            for key in [key for key in sys.modules if _is_in(key, name)]:
                removed[key] = sys.modules.pop(key)
    return removed


def _is_in(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")

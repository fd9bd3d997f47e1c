"""Isolation: no episode id and no text of an action is used as the path of a file.

All paths lead into a temporary folder of the check's own; `..` alone is never sent, because an
environment that removes such a path would remove what is not the check's.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_FILE_ERRORS = ("FileNotFoundError", "NotADirectoryError", "IsADirectoryError", "PermissionError")
_LONG_ID = "long-" * 1000


@check("isolation.episode_id_paths")
def episode_id_paths(context: CheckContext) -> None:
    """Reset with ids that are paths, play a few steps, reset again and close."""
    context.new_in_process_driver().close()
    if not context.survey.accepts.get("episode_id", True):
        raise NotApplicable("reset() has no parameter episode_id: see reset.accepts_episode_id")
    with tempfile.TemporaryDirectory(prefix="hallmark-paths-") as name:
        folder = _Watched(Path(name))
        ids = (*folder.paths(), "a/b\x00c", _LONG_ID)
        for episode_id in context.until_budget(ids, least=len(ids)):
            episode = Episode.of(
                context.seeds[0],
                context.random_episode(context.seeds[0], 3, "paths").actions,
                "hostile id",
                episode_id=episode_id,
            )
            driver = context.new_driver()
            response = context.play(episode, driver)[0]
            too_long = response.error == "OSError" and "too long" in response.message
            if response.error in _FILE_ERRORS or too_long:
                shown = episode_id if len(episode_id) < 200 else f"{episode_id[:20]}..."
                text = f"reset(episode_id={shown!r}) raises {response.error}"
                raise PropertyViolated(f"{text}: the id is used as a path", episode)
            driver.reset(seed=context.seeds[0])
            driver.close()
            folder.require_unchanged(episode, f"an episode with the id {episode_id[:200]!r}")


@check("isolation.action_paths")
def action_paths(context: CheckContext) -> None:
    """Send the paths in each text field of an action, alone and with a text to write."""
    context.new_in_process_driver().close()
    fields = context.source.text_fields()
    if not fields:
        raise NotApplicable("the action has no text field")
    if context.declared.code_field:
        raise NotApplicable("the action holds a program: see semantic.program_exploits")
    with tempfile.TemporaryDirectory(prefix="hallmark-paths-") as name:
        folder = _Watched(Path(name))
        for path in folder.paths():
            for action in context.until_budget(_with_path(context, fields, path), least=8):
                episode = Episode.of(context.seeds[0], [action], "hostile path")
                driver = context.new_driver()
                context.play(episode, driver)
                driver.close()
                folder.require_unchanged(episode, f"a step with the text {path!r}")


def _with_path(context: CheckContext, fields: list[str], path: str) -> Iterator[Action]:
    for action in context.pool[:8]:
        for name in fields:
            changed = {**action, name: path}
            if context.source.valid(changed):
                yield changed


class _Watched:
    """A folder with marked files, and the paths that lead to them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("kept.txt", "kept.json", "kept/inner.txt"):
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("hallmark", encoding="utf-8")
        self._before = self._content()

    def paths(self) -> list[str]:
        """Absolute paths and paths with `..` of files and folders, existing ones and new ones."""
        names = ("kept.txt", "kept", "new.txt", "new/inner", "kept/", "kept.json")
        absolute = [f"{self._folder}/{name}" for name in names]
        up = "../" * 30
        return [*absolute, *(up + path.lstrip("/") for path in absolute)]

    def require_unchanged(self, episode: Episode, what: str) -> None:
        """Raise `PropertyViolated` if a file was written, changed or removed."""
        after = self._content()
        changed = sorted(
            path for path in {*self._before, *after} if self._before.get(path) != after.get(path)
        )
        if changed:
            kind = "removed" if changed[0] not in after else "wrote"
            raise PropertyViolated(f"{what} {kind} a file at that path: {changed[0]}", episode)

    def _content(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self._folder)): path.read_bytes() if path.is_file() else b""
            for path in self._folder.rglob("*")
        }

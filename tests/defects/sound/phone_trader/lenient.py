"""OpenEnv's clients may send options that an environment does not know: they are ignored."""

from __future__ import annotations

from typing import Any

_TASK_OPTIONS = ("split", "index", "level")


class IgnoresUnknownOptions:
    """Put before `VerifiedEnvironment`: `reset` drops the options that are not declared."""

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """`reset` with the known options."""
        return super().reset(seed, episode_id, **self._known(options))  # type: ignore[misc]

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """`reset_async` with the known options."""
        known = self._known(options)
        return await super().reset_async(seed, episode_id, **known)  # type: ignore[misc]

    def _known(self, options: dict[str, Any]) -> dict[str, Any]:
        names = {*_TASK_OPTIONS, *self.options}  # type: ignore[attr-defined]
        return {name: value for name, value in options.items() if name in names}

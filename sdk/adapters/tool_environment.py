"""Environments for TRL's `environment_factory`: the model plays by tool calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hallmark_rl.sdk.adapters.episode_player import FAILED, EpisodePlayer
from hallmark_rl.sdk.adapters.playable import EnvironmentLike, open_environment
from hallmark_rl.sdk.adapters.tool_method import describe_tool
from hallmark_rl.sdk.environment.json_text import shown_as_json


def environment_factory(
    environment: EnvironmentLike,
    *,
    tool: str = "act",
    render: Callable[[Any], str] = shown_as_json,
) -> type[Any]:
    """Make a class for TRL's `environment_factory`, with `reset` and one tool that plays an action.

    Args:
        environment: what is trained on; several are given to TRL as a dict of such classes.
        tool: the name of the tool; its arguments are the fields of an action.
        render: returns the text that the model sees for an observation; by default the JSON of the
            observation without what is meant for the trainer.

    Returns:
        A class with `reset(**row)` and the tool, which both return the text for the model, and with
        `totals`, the `EpisodeTotals` that the reward functions read. The tool returns a message
        if its arguments are not a valid action; the environment is not stepped then, and not after
        the end of the episode either.

    Raises:
        SubjectError: the environment cannot be loaded.
        ValueError: a tool cannot have this name. `reset` raises it for a row of the dataset that
            states no episode, or one that the environment refuses.
    """
    playable = open_environment(environment)

    class ToolEnvironment:
        """Plays one episode after another; `totals` are those of the current episode."""

        def __init__(self) -> None:
            self._player = EpisodePlayer(playable)

        @property
        def totals(self) -> Any:
            """The rewards of the current episode."""
            return self._player.totals

        def reset(self, **row: Any) -> str:
            """Begin the episode that a row of the dataset states; returns the text to show."""
            self._player.reset(row)
            return _shown_text(self._player, render)

    def play(self: Any, **fields: Any) -> str:
        player: EpisodePlayer = self._player
        if player.totals.done:
            return "The episode is over."
        try:
            chosen = fields if by_field else fields["action"]
            action = playable.action_type.model_validate(chosen)
        except (ValueError, KeyError, RecursionError) as error:
            return f"This is not a valid action: {error}"
        if not player.step(action):
            return f"This is not a valid action: {player.message}"
        return _shown_text(player, render)

    by_field = describe_tool(play, tool, playable.action_schema)
    setattr(ToolEnvironment, tool, play)
    return ToolEnvironment


def _shown_text(player: EpisodePlayer, render: Callable[[Any], str]) -> str:
    text = player.message
    if not text:
        try:
            text = str(render(player.observation))
        except Exception:  # the author's code: without its text the episode cannot go on
            player.totals.fail()
    if player.totals.failed:
        return FAILED
    return text + ("\nThe episode is over." if player.totals.done else "")

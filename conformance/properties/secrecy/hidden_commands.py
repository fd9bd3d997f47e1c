"""Secrecy: no text of metadata or state is a key that a command takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.commands import ending_actions, verbs, with_command
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.oracle_search.answer_rules import VISIBLE

_SEEDS = 22
"""Fresh seeds on all of which a key must earn more than another seed's: by chance (a toss of a coin
for each) less often than the property's share of the error rate, for a hundred commands."""
_MOST_TEXTS = 8
_SHORTEST, _LONGEST = 4, 80


@dataclass(frozen=True)
class _Command:
    """A verb before a text at a path of metadata or state, and what ends the episode."""

    verb: str
    place: str
    path: str
    last: Action | None

    def actions(self, context: CheckContext, text: str) -> list[Action]:
        line = f"{self.verb} {text}".strip()
        first = next(with_command(context, line), None)
        return [action for action in (first, self.last) if action is not None]


def require_no_key(context: CheckContext) -> None:
    """Raise if a command with a text of metadata or state earns more than with another seed's.

    The text stands alone or after a word that begins commands, and what ends the episode follows.
    """
    seed, other = context.seeds[:2]
    texts, others = _texts(context, seed), _texts(context, other)
    differing = [key for key, text in texts.items() if others.get(key, text) != text]
    for key in differing[:_MOST_TEXTS]:
        for verb in ("", *verbs(context)):
            if context.out_of_time(2.0):
                return
            command = _Command(verb, *key, None)
            if not _has_effect(context, command, texts[key], others[key], seed):
                continue
            for last in (None, *ending_actions(context)):
                _require_no_gain(context, _Command(verb, *key, last))


def _texts(context: CheckContext, seed: int) -> dict[tuple[str, str], str]:
    """The texts of metadata and state after a reset that the observation does not show."""
    driver = context.new_driver()
    data = driver.reset(seed=seed).data or {}
    held = {"metadata": data.get("metadata") or {}, "state": driver.state().data or {}}
    driver.close()
    shown = to_json({name: value for name, value in data.items() if name != "metadata"})
    return {
        (place, path): value
        for place in VISIBLE
        for path, value in subtrees(held[place])
        if isinstance(value, str) and _SHORTEST <= len(value) <= _LONGEST
        if path != "episode_id" and value not in shown
    }


def _has_effect(
    context: CheckContext, command: _Command, right: str, wrong: str, seed: int
) -> bool:
    """Whether the environment answers another text differently, apart from repeating it."""
    contents = []
    for text in (right, wrong):
        actions = command.actions(context, text)
        if not actions:
            return False
        response = context.play(Episode.of(seed, actions))[-1]
        contents.append(content_without_counters(response.data or {}).replace(text, "*"))
    return contents[0] != contents[1]


def _require_no_gain(context: CheckContext, command: _Command) -> None:
    wrong = ""
    example: tuple[int, list[Action], float, float] | None = None
    for number, seed in enumerate(_spread(context)):
        text = _texts(context, seed).get((command.place, command.path), "")
        actions = command.actions(context, text)
        if number and wrong != text and actions:
            paid = play(context, actions, seed)
            control = play(context, command.actions(context, wrong), seed)
            if paid.error or paid.total <= control.total + 1e-9:
                return
            example = example or (seed, actions, paid.total, control.total)
        wrong = text
    if example is not None:
        seed, actions, paid_total, control_total = example
        what = f"`{command.verb} KEY`" if command.verb else "a command"
        raise PropertyViolated(
            f"{what} with {command.place}.{command.path} earns {paid_total:.4g} on seed {seed}, "
            f"with a different seed's value {control_total:.4g} (more on all of {_SEEDS} seeds): "
            "who reads it need not solve the task",
            Episode.of(seed, actions, "a key that messages show"),
        )


def _spread(context: CheckContext) -> Iterator[int]:
    seeds = fresh_seeds(context.seed, "keys")
    for _ in range(_SEEDS + 1):
        yield next(seeds)

"""Options that the oracle's last actions choose, and rules that mark the right one unread.

A rule is screened on half of the seeds and confirmed on the other half. Then other options are
chosen instead: if these earn less, it matters which one is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import earns_less_with, oracle_rollout
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves
from hallmark_rl.conformance.checking.probes.option_names import (
    MOST_OPTIONS,
    Options,
    named_options,
)
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _FEWEST = 80, 40
_GLANCE = 8
"""Episodes after which nothing more is played if no options were seen that hold the answer."""
_MOST_STEPS = 60
_LAST_STEPS = 6
"""How many actions before the end may choose an option."""
_FEWEST_OPTIONS = 3
_HITS = 0.9
"""Share of seeds on which an option that the rule marks must be right."""
_LARGEST_CHANCE = 0.6
_CLAIMS = 24
_LONGEST_LABEL = 2
"""Characters of a name that only stands for an option, such as `B` or `12`."""
_COUNTERED = 6
"""Episodes in which another option is chosen instead, which must earn less."""

Turn = Literal["answer", "question", "step"]
"""What chooses an option: the last action, and no other, of those that the first message shows; a
step whose message has only new ones; or another step."""
Marks = Callable[[Options, Turn], Iterator[tuple[str, frozenset[Any]]]]
"""From options to rules by their names, with the names of the options that each rule marks."""


@dataclass(frozen=True)
class Choice:
    """An option that an action of a solution chooses by its name.

    Attributes:
        solution: the oracle's episode.
        value: the name of the option.
        names: those of all options.
        marked: those of the options that the rule marks.
    """

    solution: Rollout
    value: Any
    names: tuple[Any, ...]
    marked: frozenset[Any]

    @property
    def hit(self) -> bool:
        """Whether the chosen option is one that the rule marks."""
        return self.value in self.marked

    @property
    def chance(self) -> float:
        """How probable that is for an option at random."""
        return len(self.marked) / len(self.names)


@dataclass(frozen=True)
class Place:
    """Where options are shown and chosen, and the rule that marks some of them.

    Attributes:
        path: path of the options in the message, with the way in which they are named.
        rule: name of the rule.
        turn: index of the action from the end.
        field: path of the option's name in the action.
    """

    path: str
    rule: str
    turn: int
    field: Path


@dataclass(frozen=True)
class MarkedOptions:
    """A rule that finds the right option on fresh seeds.

    Attributes:
        place: where the options are, and the rule.
        solution: an episode of the oracle that chooses one.
        counts: on how many seeds the rule was right, of how many, and how many it would be right
            on by chance, as a text.
    """

    place: Place
    solution: Rollout
    counts: str


def find_marked_options(context: CheckContext, name: str, marks: Marks) -> MarkedOptions | None:
    """The first rule that finds the right option on nine of ten seeds; None if none does.

    Args:
        context: the context of the check.
        name: id of the property, whose share of the error rate is used.
        marks: the rules.

    Raises:
        NotApplicable: no options are shown, or no rule marks any on the first seeds.
        EvidenceMissing: there was no time for enough episodes.
    """
    context.require_capability_absent("single_task", "there is one task")
    context.require_capability_absent("stochastic", "episodes are not comparable")
    found: dict[Place, list[Choice]] = {}
    played = 0
    for choices in context.until_budget(_collected(context, name, marks), least=_FEWEST):
        played += 1
        for place, choice in choices.items():
            found.setdefault(place, []).append(choice)
        if played == _GLANCE and not any(_may_hold(choices) for choices in found.values()):
            break
    suspects = {place: choices for place, choices in found.items() if _may_hold(choices)}
    if not suspects and played <= _GLANCE:
        raise NotApplicable("no options are shown, or none of them is marked by a rule")
    if played < _FEWEST:
        raise EvidenceMissing(f"{played} episodes could be played, {_FEWEST} are needed")
    rate = allowance(name, _CLAIMS)
    for place, choices in list(suspects.items())[:_CLAIMS]:
        confirmed = choices[_screened(choices) :]
        hits = sum(choice.hit for choice in confirmed)
        chance = sum(choice.chance for choice in confirmed) / len(confirmed)
        if hits < _HITS * len(confirmed) or upper_tail(hits, len(confirmed), chance) > rate:
            continue
        if _others_earn_less(context, confirmed, place):
            counts = (
                f"{hits} of {len(confirmed)} fresh seeds; by chance it would be on "
                f"{chance * len(confirmed):.0f}"
            )
            return MarkedOptions(place, confirmed[0].solution, counts)
    return None


def _collected(context: CheckContext, name: str, marks: Marks) -> Iterator[dict[Place, Choice]]:
    """The choices of the oracle's last actions, on one fresh seed after another."""
    seeds = fresh_seeds(context.seed, name)
    for _ in range(_SEEDS):
        responses: list[Response] = []
        rollout = oracle_rollout(context, next(seeds), _MOST_STEPS, responses)
        if not rollout.error and rollout.total > context.floor + 1e-9:
            yield dict(_choices(rollout, responses, marks))


def _choices(
    rollout: Rollout, responses: list[Response], marks: Marks
) -> Iterator[tuple[Place, Choice]]:
    count = len(rollout.actions)
    first = dict(_groups(shown_to_agent(responses[0].data or {}), alike=True))
    for index in range(max(0, count - _LAST_STEPS), count):
        before = dict(_groups(shown_to_agent(responses[max(0, index - 1)].data or {}), alike=True))
        groups = list(_groups(shown_to_agent(responses[index].data or {})))
        groups = [(path, new) for path, new in groups if not _is_edited(first.get(path, {}), new)]
        for field, value in leaves(rollout.actions[index]):
            for path, options in groups:
                if type(value) not in (int, str) or value not in options:
                    continue
                is_answer = index == count - 1 and not _are_chosen_before(rollout, field, options)
                turn = _turn(is_answer, first.get(path), before.get(path), options)
                for rule, marked in marks(options, turn):
                    if len(marked) < len(options):
                        place = Place(path, rule, index - count, field)
                        yield place, Choice(rollout, value, tuple(options), marked)


def _are_chosen_before(rollout: Rollout, field: Path, options: Options) -> bool:
    """Whether earlier steps choose of the same options: then these are worked through."""
    values = (dict(leaves(action)).get(field) for action in rollout.actions[:-1])
    return any(type(value) in (int, str) and value in options for value in values)


def _turn(is_answer: bool, first: Options | None, before: Options | None, now: Options) -> Turn:
    if is_answer and first == now:
        return "answer"
    old = {to_json(option) for option in (before or {}).values()}
    return "question" if old.isdisjoint(map(to_json, now.values())) else "step"


def _is_edited(old: Options, new: Options) -> bool:
    """Whether the steps have removed or changed a few of the options: then they are the work."""
    changed = sum(old.get(name) != option for name, option in new.items())
    return new.keys() < old.keys() or (new.keys() == old.keys() and 0 < 2 * changed < len(new))


def _groups(message: dict[str, Any], *, alike: bool = False) -> Iterator[tuple[str, Options]]:
    """Groups of options in a message, by their paths.

    Groups in which two options are the same only if `alike`: there it is part of the task.
    """
    for path, value in subtrees(message):
        for kind, options in named_options(value):
            if _FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
                different = {to_json(option) for option in options.values()}
                if alike or len(different) == len(options):
                    yield f"{path}{kind}", options


def _may_hold(choices: list[Choice]) -> bool:
    """Whether the rule holds on the first half of the choices, so that it is worth confirming."""
    first = choices[: _screened(choices)]
    chance = sum(choice.chance for choice in first) / len(first)
    hits = sum(choice.hit for choice in first)
    varied = len({repr(choice.value) for choice in choices}) > 1 and not _are_of_two_kinds(choices)
    return varied and chance <= _LARGEST_CHANCE and hits >= _HITS * len(first)


def _screened(choices: list[Choice]) -> int:
    """How many choices screen a rule; the others confirm it."""
    return (len(choices) + 1) // 2


def _are_of_two_kinds(choices: list[Choice]) -> bool:
    """Whether some names are among the options of nearly all seeds, and others are not.

    Then the options are no equals, such as pure metals and the scrap of the day.
    """
    seen = Counter(name for choice in choices for name in choice.names if _is_word(name))
    usual = sum(count >= _HITS * len(choices) for count in seen.values())
    return 0 < usual < len(seen)


def _is_word(name: Any) -> bool:
    return isinstance(name, str) and len(name) > _LONGEST_LABEL


def _others_earn_less(context: CheckContext, choices: list[Choice], place: Place) -> bool:
    """Whether another option is wrong, so that the choice matters."""
    return all(
        earns_less_with(
            context,
            choice.solution,
            place.field,
            next(name for name in choice.names if name != choice.value),
            place.turn,
        )
        for choice in choices[:_COUNTERED]
    )

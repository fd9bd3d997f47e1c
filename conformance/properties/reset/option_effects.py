"""Reset: options end with their episode, and a seed fixes the episode beside other options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.probes.reset_options import CHOOSES_TASK, reset_options
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import (
    Difference,
    content_difference,
    content_differences,
    content_text,
)
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.isolation.kept_state import (
    changing_numbers,
    own_values,
    with_states,
)

_IDS = ("hallmark-one", "hallmark-two", "/hallmark/three", "4")
_STEPS = 3
_SEEDS_COMPARED = 8
_FEWEST_PLAIN, _FEWEST_FROZEN = 6, 2
"""Different plain episodes, of `_SEEDS_COMPARED`, and values of an option that give one each."""
_MOST_EFFECTIVE = 4
"""Values of one option with an effect that are tried; the others are like them."""


@check("reset.options_end", needs_fresh_process=True)
def options_end(context: CheckContext) -> None:
    """Reset with an option, then without, on one instance; read the state after each call."""
    context.require_deterministic()
    context.new_in_process_driver().close()
    options = _require_options(context)
    plays = _Plays(context)
    tried = 0
    for name, values in options.items():
        for value, plain in plays.effective(name, values):
            tried += 1
            driver = context.new_driver()
            with_option = _with_options(plain, **{name: value})
            context.play(with_option, driver)
            observed = context.play_messages(plain, driver)
            driver.close()
            context.require_same_messages(
                plain,
                context.play_in_fresh_process(plain),
                observed,
                f"a plain reset after reset({name}={value!r}), compared with a new instance",
                show=Episode((*with_option.calls, *plain.calls), "option, then none"),
                view=plays.view,
            )
    if not tried:
        names = ", ".join(sorted(options))
        raise NotApplicable(f"no value was found with which an option has an effect ({names})")


@check("reset.seed_with_options", needs_fresh_process=True)
def seed_with_options(context: CheckContext) -> None:
    """Compare episodes of one seed with and without an id, and twice with each option."""
    context.require_capability_absent("stochastic", "traces are not compared")
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    plain = _plain(context, context.seeds[0])
    traces = [context.play_messages(plain) for _ in range(2 if context.slow else 4)]
    if content_differences(traces[0], traces[1:]):
        context.require_deterministic()
        raise NotApplicable("a seed alone does not fix the episode: see runtime.seed_control")
    if context.survey.accepts.get("episode_id", True):
        _require_id_without_effect(context)
    if context.subject.url is not None:
        return
    for name, values in reset_options(context).items():
        for value, episode in _effective(context, name, values):
            messages = [context.play_in_fresh_process(episode, again=True) for _ in range(3)]
            differing = content_differences(messages[0], messages[1:])
            if differing:
                text = f"three episodes with one seed and {name}={value!r}: {differing[0]}"
                raise PropertyViolated(text, episode)
            _require_seed_has_effect(context, name, value)
        _require_not_frozen(context, name, values)


class _Plays:
    """Plain episodes that may show the effect of an option: a solution, and random actions.

    An opponent that plays worse may differ after some moves only, and a level in the state only.
    """

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        longer = [context.random_episode(seed, 8, "options") for seed in context.seeds[1:3]]
        plain = [_plain(context, context.seeds[0]), *longer]
        with_state = [with_states(episode) for episode in plain]
        messages = [context.play_messages(episode) for episode in with_state]
        self.view: Callable[[Messages], Messages] = list
        self._plain = plain
        if not any("error" in message for each in messages for message in each[1::2]):
            self.view = own_values(changing_numbers(context, with_state))
            self._plain = with_state
        self._expected = [self.view(context.play_messages(episode)) for episode in self._plain]

    def effective(self, name: str, values: list[Any]) -> Iterator[tuple[Any, Episode]]:
        """The values with which one of the episodes differs, and that episode without them."""
        found = 0
        for value in self._context.until_budget(values, least=12):
            for plain, expected in zip(self._plain, self._expected, strict=True):
                messages = self._context.play_messages(_with_options(plain, **{name: value}))
                if "error" in messages[0]:
                    break
                if content_difference(expected, self.view(messages)) is not None:
                    yield value, plain
                    found += 1
                    break
            if found >= _MOST_EFFECTIVE:
                return


def _with_options(plain: Episode, /, **options: Any) -> Episode:
    """The episode with options of its reset."""
    reset, *rest = plain.calls
    first = Call(reset.op, reset.action, {**reset.options, **options}, reset.session)
    return Episode((first, *rest), "option")


def _require_options(context: CheckContext) -> dict[str, list[Any]]:
    options = reset_options(context)
    if not options:
        raise NotApplicable("reset() reads no options beside seed and episode_id")
    return options


def _plain(context: CheckContext, seed: int | None, /, **options: Any) -> Episode:
    actions = [action for rollout in context.survey.solutions[:1] for action in rollout.actions[:2]]
    actions += context.random_episode(seed, _STEPS, "options").actions
    return Episode.of(seed, actions, "option" if options else "plain", **options)


def _effective(
    context: CheckContext, name: str, values: list[Any]
) -> Iterator[tuple[Any, Episode]]:
    """The values with which an episode differs from a plain one, with that episode."""
    seed = context.seeds[0]
    plain = context.play_messages(_plain(context, seed))
    found = 0
    for value in context.until_budget(values, least=12):
        episode = _plain(context, seed, **{name: value})
        messages = context.play_messages(episode)
        if "error" in messages[0] or content_difference(plain, messages) is None:
            continue
        yield value, episode
        found += 1
        if found >= _MOST_EFFECTIVE:
            return


def _require_id_without_effect(context: CheckContext) -> None:
    """Raise if a seed gives another episode with an id, on each of three seeds."""
    first: tuple[Difference, Episode] | None = None
    for seed in context.seeds[: 1 if context.slow else 3]:
        plain = context.play_messages(_plain(context, seed))
        found = None
        for episode_id in _IDS[: 2 if context.slow else 4]:
            episode = _plain(context, seed, episode_id=episode_id)
            differing = _beyond_id(plain, context.play_messages(episode), episode_id)
            again = _beyond_id(plain, context.play_messages(episode), episode_id)
            if differing is not None and again is not None:
                found = differing, episode
                break
        if found is None:
            return
        first = first or found
    if first is not None:
        text = f"a seed gives another episode if an episode_id is given: {first[0]}"
        raise PropertyViolated(text, first[1])


def _beyond_id(plain: Messages, messages: Messages, episode_id: str) -> Difference | None:
    """The first difference that is more than a mention of the id, or of its beginning."""
    for left, right in zip(plain, messages, strict=False):
        for item in content_differences(left, [right]):
            texts = [str(item.left), str(item.right)]
            if not any(episode_id[:4] in text for text in texts):
                return item
    return None


def _require_not_frozen(context: CheckContext, name: str, values: list[Any]) -> None:
    """Raise if each value of an option gives one episode on all seeds, which no plain reset gives.

    An option that chooses one of the tasks gives one of the plain episodes; names of such options
    are left out as well.
    """
    if CHOOSES_TASK.search(name):
        return
    seeds = [context.seeds[0] + 7 * number for number in range(_SEEDS_COMPARED)]
    plain = {_opening(context, seed) for seed in seeds}
    if len(plain) < _FEWEST_PLAIN:
        return
    frozen: dict[str, Any] = {}
    for value in context.until_budget(values, least=12):
        first = _opening(context, seeds[0], **{name: value})
        if first in plain or first in frozen or not first:
            continue
        if any(_opening(context, seed, **{name: value}) != first for seed in seeds[1:]):
            return
        frozen[first] = value
        if len(frozen) >= _FEWEST_FROZEN:
            shown = ", ".join(repr(value) for value in frozen.values())
            raise PropertyViolated(
                f"beside {name}={shown}, {len(seeds)} seeds give one episode each, which no plain "
                f"reset gives; without {name} they give {len(plain)}",
                Episode.of(seeds[0], [], "option", **{name: value}),
            )


def _opening(context: CheckContext, seed: int, /, **options: Any) -> str:
    """The first message as text; empty if the reset raises."""
    messages = context.play_messages(Episode.of(seed, [], "opening", **options))
    return "" if "error" in messages[0] else content_text(messages)


def _require_seed_has_effect(context: CheckContext, name: str, value: Any) -> None:
    """Raise if seeds give one episode beside an option, and resets without a seed give many."""
    kinds: list[list[Messages]] = [[], []]
    seeds: list[int | None] = [context.seeds[0] + 7 * number for number in range(_SEEDS_COMPARED)]
    unseeded: list[int | None] = [None] * _SEEDS_COMPARED
    actions = _plain(context, seeds[0]).actions
    for distinct, numbers in zip(kinds, [seeds, unseeded], strict=True):
        for number in numbers:
            messages = context.play_messages(Episode.of(number, actions, **{name: value}))
            if all(content_difference(known, messages) is not None for known in distinct):
                distinct.append(messages)
        if len(kinds[0]) > 1:
            return
    if len(kinds[1]) >= _SEEDS_COMPARED // 2:
        raise PropertyViolated(
            f"beside {name}={value!r}, {_SEEDS_COMPARED} seeds gave one episode, "
            f"{_SEEDS_COMPARED} resets without a seed gave {len(kinds[1])}",
            Episode.of(seeds[0], actions, **{name: value}),
        )

"""Reset: the arguments that reset() accepts, and episode ids."""

from __future__ import annotations

import itertools

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_NO_EPISODE_ID = "reset() has no parameter episode_id: see reset.accepts_episode_id"


def _require_accepted(context: CheckContext, name: str, value: object) -> None:
    episode = Episode((Call("reset", options={name: value}),))
    if not context.survey.accepts.get(name, True):
        raise PropertyViolated(f"reset() has no parameter {name!r} and no **kwargs", episode)
    response = context.new_driver().reset(**{name: value})
    if response.data is None:
        raise PropertyViolated(f"reset({name}={value!r}) raises {response}", episode)


@check("reset.accepts_seed")
def accepts_seed(context: CheckContext) -> None:
    _require_accepted(context, "seed", 7)


@check("reset.accepts_episode_id")
def accepts_episode_id(context: CheckContext) -> None:
    _require_accepted(context, "episode_id", "hallmark-1")


@check("reset.accepts_options")
def accepts_options(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    if not context.survey.accepts.get("options", True):
        raise PropertyViolated("reset() has no **kwargs, so an unknown option raises TypeError")
    response = driver.reset(hallmark_unknown_option="x")
    if response.data is None:
        episode = Episode.of(None, [], hallmark_unknown_option="x")
        raise PropertyViolated(f"an unknown option raises {response}", episode)


@check("reset.episode_id_echo")
def episode_id_echo(context: CheckContext) -> None:
    if not context.survey.accepts.get("episode_id", True):
        raise NotApplicable(_NO_EPISODE_ID)
    driver = context.new_driver()
    for requested in ("hallmark-a", "hallmark-b"):
        driver.reset(episode_id=requested)
        reported = _episode_id(driver.state())
        if reported != requested:
            episode = Episode.of(None, [], episode_id=requested)
            raise PropertyViolated(
                f"after reset(episode_id={requested!r}), state.episode_id is {reported!r}", episode
            )


@check("reset.episode_id_unique")
def episode_id_unique(context: CheckContext) -> None:
    episode_ids: list[object] = []
    for _ in range(2):
        driver = context.new_driver()
        for _ in range(3):
            driver.reset()
            episode_ids.append(_episode_id(driver.state()))
        driver.close()
    if len(set(map(str, episode_ids))) < len(episode_ids):
        listed = ", ".join(sorted({repr(episode_id) for episode_id in episode_ids}))
        raise PropertyViolated(f"six episodes have only these ids: {listed}", Episode.of(None, []))


@check("reset.episode_id_reused", needs_fresh_process=True)
def episode_id_reused(context: CheckContext) -> None:
    """Play another seed under an id first, then this seed under the same id."""
    context.require_deterministic()
    if not context.survey.accepts.get("episode_id", True):
        raise NotApplicable(_NO_EPISODE_ID)
    context.new_in_process_driver().close()
    for seed, other_seed in itertools.pairwise(context.seeds[:4]):
        before, after = (
            Episode.of(
                number, context.random_episode(number, 3).actions, episode_id="hallmark-again"
            )
            for number in (other_seed, seed)
        )
        context.play(before)
        example = Episode((*before.calls, *after.calls), "an id used again")
        context.require_same_messages(
            after,
            context.play_in_fresh_process(after),
            context.play_messages(after),
            "under an id that was used before, compared with its first use",
            show=example,
        )


def _episode_id(state: Response) -> object:
    if state.data is None:
        raise EvidenceMissing(f"the state cannot be read ({state}): see runtime.state_contract")
    return state.data.get("episode_id")

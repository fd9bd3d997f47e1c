"""Step: the same seed and the same actions give the same messages."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import each_episode
from hallmark_rl.conformance.core.diff import content_differences, differences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated


@each_episode("runtime.episode_determinism", needs_fresh_process=True)
def episode_determinism(context: CheckContext, episode: Episode) -> None:
    context.require_capability_absent("stochastic", "randomness is intended")
    if not context.survey.accepts.get("seed", True):
        episode = Episode.of(None, episode.actions, "unseeded")
    if context.subject.url is not None:
        repetitions = [context.play_messages(episode) for _ in range(2)]
    else:
        repetitions = [
            context.play_in_fresh_process(episode),
            context.play_in_fresh_process(episode, again=True),
            context.play_messages(episode),
            context.play_messages(episode),
        ]
    for difference in content_differences(repetitions[0], repetitions[1:]):
        raise PropertyViolated(f"two repetitions of the episode: message{difference}", episode)


@each_episode("step.volatile_fields", needs_fresh_process=True)
def volatile_fields(context: CheckContext, episode: Episode) -> None:
    tagged = Episode.of(episode.seed, episode.actions, episode.label, episode_id="hallmark")
    fresh, here = context.play_in_fresh_process(tagged), context.play_messages(tagged)
    for difference in differences(fresh, here):
        if difference.volatile:
            raise PropertyViolated(
                f"an id or a time differs between repetitions: message{difference}", tagged
            )

"""Gymnasium: arrays that are returned and given belong to the caller."""

from __future__ import annotations

from hallmark_rl.conformance.gyms.gym_context import GymContext, GymFinding, Settings
from hallmark_rl.conformance.gyms.gym_registry import gym_check


@gym_check("gym.observation_kept")
def observation_kept(context: GymContext) -> None:
    context.require_play()
    for settings, transcript in context.random_plays:
        for number, event in enumerate(transcript.of("reset", "step")):
            if any(seen.get("changed") for seen in event["observations"].values()):
                raise GymFinding(
                    f"the observation of call {number} ({event['call']}) has other values at the "
                    "end of the play than when it was returned",
                    [settings],
                )


@gym_check("gym.state_not_exposed")
def state_not_exposed(context: GymContext) -> None:
    context.require_play()
    for number in range(min(3, context.profile.seeds)):
        plain = Settings(seeds=[context.seed + 800 + number], policy_seed=number, steps=60)
        written = Settings(plain, scribble=True)
        left, right = context.play_whole(plain, written)
        if left.seen != right.seen:
            context.require_reproducible(plain)
            raise GymFinding(
                f"as it is and with observations overwritten: {left.first_difference(right)}",
                [plain, written],
            )


@gym_check("gym.action_unchanged")
def action_unchanged(context: GymContext) -> None:
    context.require_play()
    for settings, transcript in context.random_plays:
        for number, event in enumerate(transcript.of("step")):
            if event.get("changed_action"):
                raise GymFinding(
                    f"step {number} changed its action, now {event.get('action')}", [settings]
                )

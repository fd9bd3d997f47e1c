"""Time limits of a step and of a reset; no slowdown; no call hangs."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_LARGEST_SLOWDOWN = 5.0
"""Ratio of late to early durations above which steps or episodes count as slowing down."""
_LONGEST = 1000
"""Steps after which an episode that has no declared limit is not played further."""
_SHORTEST = 40
"""Steps that an episode must have so that its beginning can be compared with its end."""
_EPISODE_S = 5.0
"""Seconds that one episode may take at the speed of its first steps; more if thorough."""
_SLOW_STEP_S = 0.001
"""Seconds below which a late step does not count as slow."""


@check("time.step")
def step(context: CheckContext) -> None:
    """Test the second slowest step, so that one delay of the machine is not a failure."""
    limit = context.declared.step_s
    timings = []
    for seed in context.seeds[:3]:
        episodes = [context.random_episode(seed, 6)]
        episodes += [
            solution.episode("solution")
            for solution in context.survey.solutions[:2]
            if solution.seed == seed
        ]
        for episode in episodes:
            trace = context.play(episode)
            timings += [(response.seconds, episode) for response in trace[1:]]
            if sum(seconds for seconds, _ in timings) > 8 * limit:
                break
    timings.sort(key=lambda pair: pair[0])
    if len(timings) >= 2:
        context.figures["step_s"] = timings[len(timings) // 2][0]
        if timings[-2][0] > limit:
            seconds, episode = timings[-2]
            raise PropertyViolated(
                f"a step takes {seconds:.2f} s, the limit is {limit:g} s", episode
            )


@check("time.reset")
def reset(context: CheckContext) -> None:
    limit = context.declared.reset_s
    driver = context.new_driver()
    durations = sorted(driver.reset(seed=seed).seconds for seed in context.seeds[:2])
    driver.close()
    context.figures["reset_s"] = durations[0]
    if durations[0] > limit:
        raise PropertyViolated(
            f"a reset takes {durations[0]:.2f} s, the limit is {limit:g} s", Episode.of(1, [])
        )


@check("time.growth")
def growth(context: CheckContext) -> None:
    _require_even_episodes(context)
    length = min(context.declared.max_steps or _LONGEST, _LONGEST)
    if length < _SHORTEST:
        raise NotApplicable("episodes are too short to measure a slowdown")
    seconds = max(_EPISODE_S, context.profile.budget)
    length = min(length, int(seconds / max(context.survey.step_s, 1e-6)))
    if length < _SHORTEST:
        raise EvidenceMissing("steps are too slow to measure a slowdown: use --profile thorough")
    smallest: tuple[float, Episode] | None = None
    for seed in context.seeds[:3]:
        for action in context.pool[:2]:
            episode = Episode.of(seed, [action] * length, "repetition")
            durations = [response.seconds for response in context.play(episode)[1:]]
            if len(durations) < _SHORTEST:
                continue
            at_start, at_end = _median(durations[5:15]), _median(durations[-10:])
            ratio = at_end / max(at_start, 1e-5)
            if smallest is None or ratio < smallest[0]:
                smallest = (ratio if at_end > _SLOW_STEP_S else 1.0, episode)
    if smallest is None:
        raise NotApplicable("no episode is long enough to measure a slowdown")
    if smallest[0] > _LARGEST_SLOWDOWN:
        raise PropertyViolated(
            f"the last steps take {smallest[0]:.0f} times as long as the first steps", smallest[1]
        )


def _require_even_episodes(context: CheckContext) -> None:
    """Raise if the first step of a late episode takes much longer than that of an early one."""
    count = min(100, int(2.0 / max(context.survey.step_s + context.survey.reset_s, 1e-3)))
    if count < 40 or not context.survey.pool:
        return
    durations: list[float] = []
    for _ in range(count):
        driver = context.new_driver()
        durations.append(
            driver.reset(seed=context.seeds[0]).seconds + driver.step(context.pool[0]).seconds
        )
        driver.close()
    # Growth makes all of the last episodes slow, a busy machine only some of them.
    at_start, at_end = _median(durations[2:10]), min(durations[-10:])
    if at_end > 0.01 and at_end > _LARGEST_SLOWDOWN * max(at_start, 1e-5):
        example = Episode.of(context.seeds[0], context.pool[:1], f"played {count} times")
        ratio = at_end / max(at_start, 1e-5)
        raise PropertyViolated(
            f"episode {count} takes {ratio:.0f} times as long as the first episodes", example
        )


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


@check("time.hang")
def hang(context: CheckContext) -> None:
    """Call step() with many actions; the supervisor reports a process that exceeds its deadline."""
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    for action in context.until_budget([*context.pool, *odd_actions(context)], least=20):
        driver = context.new_driver()
        driver.reset(seed=context.seeds[0])
        driver.step(action)
        driver.close()

"""Time: of a step, of a reset, over an episode."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated


@check("time.step")
def step(context: CheckContext) -> None:
    """The second slowest of at least twelve, so that one hiccup of the machine is not a finding."""
    limit = context.declared.step_s
    spent = []
    for seed in context.seeds[:3]:
        plays = [context.random_episode(seed, 6)]
        plays += [
            one.episode("solution") for one in context.survey.solutions[:2] if one.seed == seed
        ]
        for episode in plays:
            trace = context.play(episode)
            spent += [(seen.seconds, episode) for seen in trace[1:]]
            if sum(seconds for seconds, _ in spent) > 8 * limit:
                break
    spent.sort(key=lambda pair: pair[0])
    if len(spent) >= 2:
        context.figures["step_s"] = spent[len(spent) // 2][0]
        if spent[-2][0] > limit:
            seconds, episode = spent[-2]
            raise PropertyViolated(f"a step takes {seconds:.2f} s, allowed is {limit:g} s", episode)


@check("time.reset")
def reset(context: CheckContext) -> None:
    limit = context.declared.reset_s
    driver = context.new_driver()
    spent = sorted(driver.reset(seed=seed).seconds for seed in context.seeds[:2])
    driver.close()
    context.figures["reset_s"] = spent[0]
    if spent[0] > limit:
        raise PropertyViolated(
            f"a reset takes {spent[0]:.2f} s, allowed is {limit:g} s", Episode.of(1, [])
        )


@check("time.growth")
def growth(context: CheckContext) -> None:
    _require_even_episodes(context)
    length = min(context.declared.max_steps or 300, 300)
    if length < 40 or context.survey.step_s * length > 5:
        raise NotApplicable("episodes are too short, or too slow, to show growth")
    best: tuple[float, Episode] | None = None
    for seed in context.seeds[:3]:
        for action in context.pool[:2]:
            episode = Episode.of(seed, [action] * length, "repetition")
            times = [seen.seconds for seen in context.play(episode)[1:]]
            if len(times) < 40:
                continue
            early, late = _median(times[5:15]), _median(times[-10:])
            ratio = late / max(early, 1e-5)
            if best is None or ratio < best[0]:
                best = (ratio if late > 0.002 else 1.0, episode)
    if best is None:
        raise NotApplicable("no episode is long enough to show growth")
    if best[0] > 5.0:
        raise PropertyViolated(
            f"the last steps take {best[0]:.0f} times as long as the first", best[1]
        )


def _require_even_episodes(context: CheckContext) -> None:
    """The hundredth episode's first step takes no longer than the first one's."""
    count = min(100, int(2.0 / max(context.survey.step_s + context.survey.reset_s, 1e-3)))
    if count < 40 or not context.survey.pool:
        return
    times: list[float] = []
    for _ in range(count):
        driver = context.new_driver()
        times.append(
            driver.reset(seed=context.seeds[0]).seconds + driver.step(context.pool[0]).seconds
        )
        driver.close()
    # What grows makes all of the last ones slow, a busy machine some of them.
    early, late = _median(times[2:10]), min(times[-10:])
    if late > 0.01 and late > 5 * max(early, 1e-5):
        shown = Episode.of(context.seeds[0], context.pool[:1], f"played {count} times")
        ratio = late / max(early, 1e-5)
        raise PropertyViolated(
            f"episode {count} takes {ratio:.0f} times as long as the first", shown
        )


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


@check("time.hang")
def hang(context: CheckContext) -> None:
    """A call that never returns ends this process at its deadline, which is the finding."""
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    for action in context.until_budget([*context.pool, *odd_actions(context)], least=20):
        driver = context.new_driver()
        driver.reset(seed=context.seeds[0])
        driver.step(action)
        driver.close()

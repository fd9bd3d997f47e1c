"""Time: of a step, of a reset, over an episode."""

from __future__ import annotations

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode import Episode
from hallmark_rl.conformance.core.results import Broken, Excluded


@check("time.step")
def step(lab: Lab) -> None:
    """The second slowest of at least twelve, so that one hiccup of the machine is not a finding."""
    limit = lab.declared.step_s
    spent = []
    for seed in lab.seeds[:3]:
        plays = [lab.walk(seed, 6)]
        plays += [one.episode("solution") for one in lab.survey.solutions[:2] if one.seed == seed]
        for episode in plays:
            trace = lab.play(episode)
            spent += [(seen.seconds, episode) for seen in trace[1:]]
            if sum(seconds for seconds, _ in spent) > 8 * limit:
                break
    spent.sort(key=lambda pair: pair[0])
    if len(spent) >= 2:
        lab.figures["step_s"] = spent[len(spent) // 2][0]
        if spent[-2][0] > limit:
            seconds, episode = spent[-2]
            raise Broken(f"a step takes {seconds:.2f} s, allowed is {limit:g} s", episode)


@check("time.reset")
def reset(lab: Lab) -> None:
    limit = lab.declared.reset_s
    driver = lab.new()
    spent = sorted(driver.reset(seed=seed).seconds for seed in lab.seeds[:2])
    driver.close()
    lab.figures["reset_s"] = spent[0]
    if spent[0] > limit:
        raise Broken(f"a reset takes {spent[0]:.2f} s, allowed is {limit:g} s", Episode.of(1, []))


@check("time.growth")
def growth(lab: Lab) -> None:
    _require_even_episodes(lab)
    length = min(lab.declared.max_steps or 300, 300)
    if length < 40 or lab.survey.step_s * length > 5:
        raise Excluded("episodes are too short, or too slow, to show growth")
    best: tuple[float, Episode] | None = None
    for seed in lab.seeds[:3]:
        for action in lab.pool[:2]:
            episode = Episode.of(seed, [action] * length, "repetition")
            times = [seen.seconds for seen in lab.play(episode)[1:]]
            if len(times) < 40:
                continue
            early, late = _median(times[5:15]), _median(times[-10:])
            ratio = late / max(early, 1e-5)
            if best is None or ratio < best[0]:
                best = (ratio if late > 0.002 else 1.0, episode)
    if best is None:
        raise Excluded("no episode is long enough to show growth")
    if best[0] > 5.0:
        raise Broken(f"the last steps take {best[0]:.0f} times as long as the first", best[1])


def _require_even_episodes(lab: Lab) -> None:
    """The hundredth episode's first step takes no longer than the first one's."""
    count = min(100, int(2.0 / max(lab.survey.step_s + lab.survey.reset_s, 1e-3)))
    if count < 40 or not lab.survey.pool:
        return
    times: list[float] = []
    for _ in range(count):
        driver = lab.new()
        times.append(driver.reset(seed=lab.seeds[0]).seconds + driver.step(lab.pool[0]).seconds)
        driver.close()
    # What grows makes all of the last ones slow, a busy machine some of them.
    early, late = _median(times[2:10]), min(times[-10:])
    if late > 0.01 and late > 5 * max(early, 1e-5):
        shown = Episode.of(lab.seeds[0], lab.pool[:1], f"played {count} times")
        ratio = late / max(early, 1e-5)
        raise Broken(f"episode {count} takes {ratio:.0f} times as long as the first", shown)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


@check("time.hang")
def hang(lab: Lab) -> None:
    """A call that never returns ends this process at its deadline, which is the finding."""
    from hallmark_rl.conformance.properties.robustness import odd_actions

    for action in lab.within([*lab.pool, *odd_actions(lab)], least=20):
        driver = lab.new()
        driver.reset(seed=lab.seeds[0])
        driver.step(action)
        driver.close()

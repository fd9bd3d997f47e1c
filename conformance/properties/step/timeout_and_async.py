"""Step: the timeout of step(), and the asynchronous methods."""

from __future__ import annotations

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import message_data
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_TIMEOUT_S = 0.2
_LATEST_RETURN_S = 1.5
"""Seconds within which a step with `_TIMEOUT_S` must return, on a busy machine too."""


@check("step.accepts_timeout")
def accepts_timeout(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    if not context.survey.accepts.get("timeout_s", True):
        raise PropertyViolated("step() has no parameter timeout_s and no **kwargs")
    driver.reset()
    response = driver.step(context.pool[0], timeout_s=30.0)
    if response.data is None and response.error == "TypeError":
        raise PropertyViolated(f"step(action, timeout_s=30.0) raises {response}")


@check("step.timeout_honoured")
def timeout_honoured(context: CheckContext) -> None:
    action = context.declared.slow_action
    if action is None:
        raise NotApplicable("no slow action is declared: write declared = {'slow_action': {...}}")
    driver = context.new_in_process_driver()
    driver.reset(seed=context.seeds[0])
    fields = message_data(action) if hasattr(action, "model_dump") else dict(action)
    response = driver.step(fields, timeout_s=_TIMEOUT_S)
    if response.seconds > _LATEST_RETURN_S:
        example = Episode.of(context.seeds[0], [fields])
        raise PropertyViolated(
            f"with timeout_s={_TIMEOUT_S} the slow action took {response.seconds:.1f} s", example
        )


@each_episode("step.async_agrees", needs_fresh_process=True)
def async_agrees(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    if context.survey.use_async:
        raise NotApplicable("the environment has asynchronous methods only")
    driver = context.new_in_process_driver(use_async=True)
    if not hasattr(driver.env, "step_async"):
        raise NotApplicable("the environment has no step_async")
    from openenv.core.env_server.interfaces import Environment

    options_passed = {"reset": ("seed", "episode_id"), "step": ("timeout_s",)}
    for name, options in options_passed.items():
        method = f"{name}_async"
        inherited = getattr(type(driver.env), method, None) is getattr(Environment, method)
        if inherited and not all(context.survey.accepts.get(option, True) for option in options):
            raise NotApplicable(
                f"the inherited {name}_async() passes arguments that {name}() does not accept"
            )
    expected = context.play_messages(episode, context.new_in_process_driver(use_async=False))
    trace = context.play(episode, driver)
    driver.close()
    for response, expected_message in zip(trace, expected, strict=False):
        if response.data is None and "error" not in expected_message:
            raise PropertyViolated(f"an asynchronous call raises {response}", episode)
    observed = [response.plain() for response in trace]
    what = "step_async, compared with step"
    context.require_same_messages(episode, expected, observed, what, used_process=True)

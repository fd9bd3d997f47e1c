"""Whatever a program is, a step answers with an observation that JSON can carry."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallmark_rl.envs.coding.models import MAX_CODE_CHARS, CodingAction
from hallmark_rl.envs.coding.server.coding_environment import CodingEnvironment
from hallmark_rl.sdk.common.untrusted import shown
from tests.sdk.hostile_programs import ENTRY, programs, values

_MODES = [(2, "solve"), (3, "repair"), (4, "debug"), (3, "testing")]


def _is_text(code: str) -> bool:
    """Whether the action model takes the code: it holds no lone surrogate."""
    return not any("\ud800" <= character <= "\udfff" for character in code)


_SUBMISSIONS = st.one_of(programs, st.lists(st.tuples(st.tuples(values), values)).map(shown))


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(code=_SUBMISSIONS.filter(_is_text), mode=st.sampled_from(_MODES), kind=st.booleans())
def test_every_program_gets_an_observation(
    step_env: CodingEnvironment, code: str, mode: tuple[int, str], kind: bool
) -> None:
    level, name = mode
    assert step_env.reset(seed=5, level=level, mode=name).error is None
    entry = step_env.reveal().task.entry
    code = code.replace(f"def {ENTRY}(", f"def {entry}(")[:MAX_CODE_CHARS]
    if name in ("solve", "testing"):
        kind = False
    observation = step_env.step(CodingAction(code=code, kind="run" if kind else "submit"))
    assert observation.error is None, observation.error
    assert math.isfinite(observation.reward or 0.0)
    assert observation.model_dump_json().encode("utf-8")


@pytest.mark.parametrize(
    "body",
    [
        f"return 0{'+0' * 600}",
        "return 10**5000",
        "raise ValueError('\\ud800\\x1b[2J')",
        "\n".join(f"    {'if' if n == 0 else 'elif'} args == {n}: return {n}" for n in range(400)),
    ],
    ids=["deep", "long", "surrogate", "elifs"],
)
@pytest.mark.parametrize("kind", ["run", "submit"])
def test_a_hostile_program_loses_its_episode_and_blames_nobody_else(
    env: CodingEnvironment, body: str, kind: str
) -> None:
    env.reset(seed=1, level=3, mode="repair")
    entry = env.reveal().task.entry
    separator = "\n" if body.startswith("    ") else "\n    "
    program = f"def {entry}(*args):{separator}{body}\n"
    observation = env.step(CodingAction(kind=kind, code=program))
    assert observation.error is None, observation.error
    assert not observation.success

"""How the loom is used; read by the suite and never run."""

from tests.conformance.hard_to_play.base import Say
from tests.conformance.hard_to_play.example_calls.env import LoomEnvironment

raise SystemExit("an example is read, not run")


def test_weaving():
    env = LoomEnvironment()
    env.reset(seed=1)
    assert env.step(Say(text="xo/ox/xo")).message == "Woven."
    assert env.step(Say(text="ab/ba/ab")).message == "Woven."

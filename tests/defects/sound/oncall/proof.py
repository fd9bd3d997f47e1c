"""The author's evidence for the incidents."""

from env import SERVICES, OncallAction, OncallEnv, OncallObservation
from hypothesis import strategies as st

declared = {"max_steps": 8, "reward_range": (-0.4, 1.0)}


def oracle(env: OncallEnv, page: OncallObservation) -> OncallAction:
    """Knows, and reports at once."""
    return OncallAction(kind="report", service=env._culprit)


def null(env: OncallEnv, page: OncallObservation) -> OncallAction:
    """Reports nothing."""
    return OncallAction(kind="report", service="")


def actions() -> st.SearchStrategy[OncallAction]:
    """Looks and reports."""
    return st.builds(
        OncallAction, kind=st.sampled_from(("logs", "report")), service=st.sampled_from(SERVICES)
    )

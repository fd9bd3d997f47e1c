"""The author's evidence for the parcels."""

from env import NAMES, ParcelAction, ParcelEnv, ParcelObservation
from hypothesis import strategies as st

declared = {"max_steps": 6, "success_reward": 1.0}


def oracle(env: ParcelEnv, seen: ParcelObservation) -> ParcelAction:
    """Looks the customer up, then reads which parcel it is."""
    for parcel in seen.parcels:
        if f"the {parcel['holds']}." in seen.letter:
            return ParcelAction(kind="return", value=parcel["code"])
    return ParcelAction(kind="look", value=next(name for name in NAMES if name in seen.letter))


def null(env: ParcelEnv, seen: ParcelObservation) -> ParcelAction:
    """Looks nobody up."""
    return ParcelAction(kind="look")


def actions() -> st.SearchStrategy[ParcelAction]:
    """Look-ups, and parcels that hardly exist."""
    codes = st.integers(1000, 9999).map(lambda number: f"P{number}")
    return st.builds(ParcelAction, kind=st.just("look"), value=st.sampled_from(NAMES)) | st.builds(
        ParcelAction, kind=st.just("return"), value=codes
    )

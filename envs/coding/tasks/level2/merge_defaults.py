"""Return a new dictionary with all keys of `defaults` and of `given`; where both have a key,
the value of `given` counts, unless it is None."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.dictionaries(st.sampled_from("abcd"), st.one_of(st.none(), st.integers(0, 9))),
        st.dictionaries(st.sampled_from("abcd"), st.one_of(st.none(), st.integers(0, 9))),
    )


def merge_defaults(
    defaults: dict[str, int | None], given: dict[str, int | None]
) -> dict[str, int | None]:
    return {
        **given,
        **defaults,
        **{key: value for key, value in given.items() if value is not None},
    }


WRONG = {
    "None counts": """
def merge_defaults(defaults, given):
    return {**defaults, **given}
""",
    "loses keys with None": ("{**given, **defaults,", "{**defaults,"),
}

"""Keeps every version of values.

`put(key, value)` returns the new version number of the whole store: 1, 2, 3 and so on;
`get(key, version)` returns the value of the key as it was at that version (after that put),
None if it was not there yet; a version below 1 or not reached yet raises ValueError.
`revert(version)` makes the store as it was at a version, as one new version, whose number
it returns; it raises likewise."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(
        put=(st.sampled_from("ab"), st.integers(0, 9)),
        get=(st.sampled_from("ab"), st.integers(0, 6)),
        revert=(st.integers(0, 5),),
    )


class VersionStore:
    def __init__(self) -> None:
        self.states: list[dict[str, int]] = [{}]

    def put(self, key: str, value: int) -> int:
        self.states.append({**self.states[-1], key: value})
        return len(self.states) - 1

    def get(self, key: str, version: int) -> int | None:
        if not 0 < version < len(self.states):
            raise ValueError("version")
        return self.states[version].get(key)

    def revert(self, version: int) -> int:
        if not 0 < version < len(self.states):
            raise ValueError("version")
        self.states.append(self.states[version])
        return len(self.states) - 1


WRONG = {
    "shares the state": (
        "{**self.states[-1], key: value}",
        "dict([*self.states[0].items(), (key, value)])",
    ),
    "reverts to the one before": (
        "self.states.append(self.states[version])",
        "self.states.append(self.states[version - 1])",
    ),
    "always the newest value": ("self.states[version].get(key)", "self.states[-1].get(key)"),
}

"""`needs` maps each package to the packages it needs. Return the order in which "install X"
installs packages for each X in `wanted`, one after the other: first what it needs, in the
given order and by the same rule, then itself; nothing twice. A package that needs itself,
directly or round a circle, is installed as if the need that closes the circle were not
there. Packages that are not keys need nothing."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.dictionaries(
            st.sampled_from("abcde"), st.lists(st.sampled_from("abcdef"), max_size=3), max_size=5
        ),
        st.lists(st.sampled_from("abcde"), max_size=3),
    )


def dependency_install(needs: dict[str, list[str]], wanted: list[str]) -> list[str]:
    done: list[str] = []
    open_ones: list[str] = []

    def install(name: str) -> None:
        if name in done or name in open_ones:
            return
        open_ones.append(name)
        for other in needs.get(name, []):
            install(other)
        done.append(name)

    for name in wanted:
        install(name)
    return done


WRONG = {
    "itself first": """
def dependency_install(needs, wanted):
    done = []
    def install(name):
        if name in done:
            return
        done.append(name)
        for other in needs.get(name, []):
            install(other)
    for name in wanted:
        install(name)
    return done
""",
    "level by level": """
def dependency_install(needs, wanted):
    done, todo = [], list(wanted)
    for name in todo:
        for other in needs.get(name, []):
            if other not in todo:
                todo.append(other)
    for name in reversed(todo):
        if name not in done:
            done.append(name)
    return done
""",
}

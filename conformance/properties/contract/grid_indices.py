"""Contract: no row or column of a grid is taken from the other end by a negative index."""

from __future__ import annotations

import re

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.actions.written_texts import written_sentences
from hallmark_rl.conformance.checking.broad_episodes import RANDOM, broad_episodes
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.index_watch import IndexWatch
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_WRAPS = re.compile(
    r"\b(torus|toroidal|cylind\w+|periodic|cyclic|wrap\w*.?around|wraps? at"
    r"|edges? (meet|join|touch|connect|wrap)\w*)\b",
    re.I,
)


@check("contract.grid_indices")
def grid_indices(context: CheckContext) -> None:
    """Play to the edges, and see which indices are negative."""
    if context.subject.url is not None:
        raise NotApplicable("the environment's code does not run in this process")
    files = list(own_trees(context.subject))
    names = {path: name for path, name, _ in files}
    watch = IndexWatch({path: tree for path, _, tree in files})
    if not watch.places:
        raise NotApplicable("no code reads a grid by two computed indices")
    written = written_sentences(context.subject, context.survey.schema, [])
    if any(map(_WRAPS.search, written)):
        raise NotApplicable("a text says that the world has no edges")
    with watch:
        for episode in context.until_budget(broad_episodes(context), least=RANDOM):
            context.play(episode, stop=False)
            if watch.negative:
                (path, line, text), _ = watch.negative.most_common(1)[0]
                raise PropertyViolated(
                    f"`{text}` in {names[path]}:{line} is read with a negative index, which "
                    "takes the row or column from the other end",
                    episode,
                )
    if watch.reached and not watch.read:
        raise NotApplicable("what looks like a grid is looked up by keys")
    if not watch.read:
        path, line, text = watch.places[0]
        raise EvidenceMissing(
            f"no play read a grid by numbers, as in `{text}` ({names[path]}:{line})"
        )

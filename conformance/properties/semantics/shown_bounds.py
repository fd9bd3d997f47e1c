"""Semantics: every cell of the field that the message shows is accepted as a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST = 4, 3
_SMALLEST, _LARGEST = 3, 200
_MOST_CELLS = 5
_FAR = 50
"""How far outside the field the cell lies with which replies are compared."""
_ROW = re.compile(r"^(row|r|y|row_index)$", re.I)
_COLUMN = re.compile(r"^(col|column|c|x|col_index|column_index)$", re.I)
_ROWS = re.compile(r"(^|[._])(n_rows|num_rows|rows|height)$", re.I)
_COLUMNS = re.compile(r"(^|[._])(n_cols|num_cols|cols|columns|n_columns|width)$", re.I)

Cell = tuple[int, int]


@dataclass(frozen=True)
class _Field:
    """A field of cells, and the two numbers of an action that name a cell."""

    rows: int
    columns: int
    base: Action
    row_name: str
    column_name: str

    def action(self, cell: Cell) -> Action:
        return {**self.base, self.row_name: cell[0], self.column_name: cell[1]}

    def inner_cells(self) -> list[Cell]:
        """Cells of the first rows and columns, without the last ones."""
        size = min(self.rows, self.columns) - 1
        cells = [(row, column) for row in range(size) for column in range(size)]
        return cells[:: max(1, len(cells) // (2 * _MOST_CELLS))]

    def parts(self) -> Iterator[tuple[str, list[Cell]]]:
        """Parts of the field that a wrong comparison cuts off, with their names."""
        rows, columns = self.rows, self.columns
        if columns > rows:
            beyond = [(column % rows, column) for column in range(rows, columns)]
            yield f"the cells with a column of {rows} or more", beyond
        if rows > columns:
            beyond = [(row, row % columns) for row in range(columns, rows)]
            yield f"the cells with a row of {columns} or more", beyond
        yield "the cells of the last row", [(rows - 1, column) for column in range(columns - 1)]
        yield "the cells of the last column", [(row, columns - 1) for row in range(rows - 1)]


@check("semantic.shown_bounds")
def shown_bounds(context: CheckContext) -> None:
    """Name cells all over the shown field, and compare the replies with that for a cell outside."""
    context.require_capability_absent("stochastic", "single replies depend on chance")
    try:
        variants = [v for v in chosen_variants(context, tasks=False) if v.kind == "level"]
    except NotApplicable:
        variants = []
    tried = False
    for variant in [Variant("plain", {}), *variants]:
        refused: dict[str, list[Episode]] = {}
        fields = 0
        for seed in context.until_budget(context.seeds[:_SEEDS], least=_FEWEST):
            field = _shown_field(context, seed, variant)
            if field is None:
                break
            outside = _reply(context, seed, variant, field, _FAR + field.rows, _FAR + field.columns)
            inner = [_reply(context, seed, variant, field, *cell) for cell in field.inner_cells()]
            if outside in inner:
                continue  # the environment says the same of a cell where nothing is
            tried = True
            fields += 1
            for name, cells in field.parts():
                cells = cells[:: max(1, len(cells) // _MOST_CELLS)]
                replies = [_reply(context, seed, variant, field, *cell) for cell in cells]
                if all(reply == outside for reply in replies):
                    refused.setdefault(re.sub(r"\d+", "#", name), []).append(
                        Episode.of(seed, [field.action(cells[0])], name, **variant.options)
                    )
        for episodes in refused.values():
            if len(episodes) == fields >= _FEWEST:
                cell = episodes[0].calls[-1].action
                raise PropertyViolated(
                    f"{episodes[0].label} of the shown field get the same reply as a cell far "
                    f"outside it, on {fields} tasks of reset({variant.label}): {to_json(cell)}",
                    episodes[0],
                )
    if not tried:
        raise NotApplicable("no action names a cell of a field whose size is shown")


def _shown_field(context: CheckContext, seed: int | None, variant: Variant) -> _Field | None:
    """The field that the first message shows; None without one, or without an action for it."""
    message = context.play(Episode.of(seed, [], "opening", **variant.options))[0].data or {}
    size = _size(message)
    names = context.source.schema.get("properties", {})
    row = next((name for name in names if _ROW.match(name)), None)
    column = next((name for name in names if _COLUMN.match(name)), None)
    if size is None or row is None or column is None:
        return None
    known = [a for a in context.pool if type(a.get(row)) is type(a.get(column)) is int]
    return _Field(*size, known[0], row, column) if known else None


def _size(message: dict[str, Any]) -> tuple[int, int] | None:
    """Rows and columns, from two numbers of a message or from a list of equally long rows."""
    parts = [(path, v) for path, v in subtrees(message) if not path.startswith("metadata")]
    numbers = [(path, value) for path, value in parts if type(value) is int]
    rows = next((value for path, value in numbers if _ROWS.search(path)), None)
    columns = next((value for path, value in numbers if _COLUMNS.search(path)), None)
    if rows is None or columns is None:
        grids = [
            value
            for _, value in parts
            if isinstance(value, list)
            and value
            and all(isinstance(line, str | list) for line in value)
            and len({len(line) for line in value}) == 1
        ]
        rows, columns = (len(grids[0]), len(grids[0][0])) if len(grids) == 1 else (0, 0)
    fits = all(_SMALLEST <= size <= _LARGEST for size in (rows, columns))
    return (rows, columns) if fits else None


def _reply(
    context: CheckContext, seed: int | None, variant: Variant, field: _Field, row: int, column: int
) -> str:
    """The texts of the reply to a cell as the first action, without digits; or the error."""
    episode = Episode.of(seed, [field.action((row, column))], "a cell", **variant.options)
    response = context.play(episode)[-1]
    if response.data is None:
        return str(response.error)
    texts = {path: v for path, v in subtrees(response.data) if isinstance(v, str | bool)}
    shown = {path: v for path, v in texts.items() if not path.startswith("metadata")}
    return re.sub(r"-?\d+", "#", to_json(shown))

"""Moves on a board, made from examples and from the squares that a message shows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.board_squares import example_moves, moves_like

POSITION = "White: Kb6 Qc2. Black: Ka8."


def test_moves_of_shown_pieces_come_first_near_shown_squares() -> None:
    moves = list(moves_like(["Qg7"], [POSITION]))
    assert {move[0] for move in moves} == {"K", "Q"}
    assert len(moves) == len(set(moves)) == 2 * 64
    assert set(moves[:6]) == {"Kb6", "Qb6", "Kc2", "Qc2", "Ka8", "Qa8"}
    assert moves == list(moves_like(["Qg7"], [POSITION]))


def test_a_move_from_square_to_square_begins_at_a_shown_one() -> None:
    moves = list(moves_like(["e2-e4"], ["pawns on e2 and d2"]))
    assert len(moves) == 2 * 63
    assert {move[:3] for move in moves} == {"e2-", "d2-"}
    assert list(moves_like(["e2-e4"])) == []


def test_squares_without_pieces_are_written_as_in_the_example() -> None:
    shots = list(moves_like(["B4"]))
    assert len(shots) == 64
    assert {"A1", "H8"} <= set(shots)
    assert "A10" in set(moves_like(["B10"]))
    assert list(moves_like(["look", "take lamp", "4b", "x9"])) == []


@given(st.lists(st.text(max_size=6)), st.lists(st.text(max_size=30)))
def test_no_text_raises(examples: list[str], shown: list[str]) -> None:
    for move in moves_like(examples, shown):
        assert isinstance(move, str)


def test_words_of_a_description() -> None:
    schema = {"properties": {"move": {"description": "Such as Qg7, Kf6 or b7g7"}}}
    assert example_moves(schema, "move", ["e2", "look", "Kf6"]) == ["Qg7", "Kf6", "b7g7", "e2"]
    assert example_moves(schema, "other", []) == []

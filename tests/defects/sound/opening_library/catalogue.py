"""The openings of the library, and the three forms of its cards."""

from __future__ import annotations

import re
import unicodedata

# name, other accepted names after "/": moves
_CARDS = """
Italian Game: e4 e5 Nf3 Nc6 Bc4
Ruy Lopez/Spanish Game/Spanish Opening: e4 e5 Nf3 Nc6 Bb5
Scotch Game: e4 e5 Nf3 Nc6 d4
Petrov Defence/Russian Game/Petroff Defence: e4 e5 Nf3 Nf6
Philidor Defence: e4 e5 Nf3 d6
King's Gambit: e4 e5 f4
Vienna Game: e4 e5 Nc3
Bishop's Opening: e4 e5 Bc4
Center Game/Centre Game: e4 e5 d4 exd4 Qxd4
Danish Gambit: e4 e5 d4 exd4 c3
Four Knights Game: e4 e5 Nf3 Nc6 Nc3 Nf6
Ponziani Opening: e4 e5 Nf3 Nc6 c3
Evans Gambit: e4 e5 Nf3 Nc6 Bc4 Bc5 b4
Two Knights Defence: e4 e5 Nf3 Nc6 Bc4 Nf6
Hungarian Defence: e4 e5 Nf3 Nc6 Bc4 Be7
Latvian Gambit: e4 e5 Nf3 f5
Elephant Gambit: e4 e5 Nf3 d5
Sicilian Defence: e4 c5
Alapin Sicilian/Alapin Variation: e4 c5 c3
Smith-Morra Gambit/Morra Gambit: e4 c5 d4 cxd4 c3
Sicilian Dragon/Dragon Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
Sicilian Najdorf/Najdorf Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
French Defence: e4 e6
French Winawer/Winawer Variation: e4 e6 d4 d5 Nc3 Bb4
Caro-Kann Defence/Caro-Kann: e4 c6
Scandinavian Defence/Center Counter Defence: e4 d5
Alekhine's Defence/Alekhine Defence: e4 Nf6
Pirc Defence: e4 d6 d4 Nf6 Nc3 g6
Modern Defence: e4 g6
Nimzowitsch Defence: e4 Nc6
Owen's Defence/Owen Defence: e4 b6
Queen's Gambit: d4 d5 c4
Queen's Gambit Declined: d4 d5 c4 e6
Queen's Gambit Accepted: d4 d5 c4 dxc4
Slav Defence: d4 d5 c4 c6
Semi-Slav Defence/Semi-Slav: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6
Albin Countergambit: d4 d5 c4 e5
Chigorin Defence: d4 d5 c4 Nc6
Tarrasch Defence: d4 d5 c4 e6 Nc3 c5
London System: d4 d5 Nf3 Nf6 Bf4
Colle System: d4 d5 Nf3 Nf6 e3
Nimzo-Indian Defence/Nimzo-Indian: d4 Nf6 c4 e6 Nc3 Bb4
Queen's Indian Defence: d4 Nf6 c4 e6 Nf3 b6
Bogo-Indian Defence/Bogo-Indian: d4 Nf6 c4 e6 Nf3 Bb4+
King's Indian Defence: d4 Nf6 c4 g6 Nc3 Bg7
Grunfeld Defence/Gruenfeld Defence: d4 Nf6 c4 g6 Nc3 d5
Benko Gambit/Volga Gambit: d4 Nf6 c4 c5 d5 b5
Budapest Gambit: d4 Nf6 c4 e5
Catalan Opening/Catalan: d4 Nf6 c4 e6 g3
Trompowsky Attack: d4 Nf6 Bg5
Dutch Defence: d4 f5
Staunton Gambit: d4 f5 e4
Englund Gambit: d4 e5
English Opening: c4
Reti Opening: Nf3 d5 c4
King's Indian Attack: Nf3 d5 g3
Bird's Opening/Bird Opening: f4
From's Gambit/From Gambit: f4 e5
Larsen's Opening/Nimzo-Larsen Attack: b3
Polish Opening/Sokolsky Opening/Orangutan: b4
Grob's Attack/Grob Attack/Grob Opening: g4
Van Geet Opening/Dunst Opening: Nc3
"""

FORMS = {1: "score sheet", 2: "bare", 3: "in words"}
HELD_OUT = 14
_PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}


def _read() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    cards = {}
    for line in _CARDS.strip().splitlines():
        names, _, moves = line.partition(":")
        first, *others = names.split("/")
        cards[first] = ((first, *others), tuple(moves.split()))
    return cards


OPENINGS = _read()


def in_words(move: str) -> str:
    """A move in words, such as `knight to f3` or `e-pawn takes d4`."""
    check = " with check" if move.endswith("+") else ""
    move = move.rstrip("+")
    piece = _PIECES.get(move[0], "pawn")
    if "x" in move:
        if piece == "pawn":
            piece = f"{move[0]}-pawn"
        return f"{piece} takes {move[-2:]}{check}"
    return f"{piece} to {move[-2:]}{check}"


def card(opening: str, level: int) -> str:
    """The moves of an opening in the form of a level."""
    moves = OPENINGS[opening][1]
    if level == 1:
        return " ".join(
            f"{number // 2 + 1}. {move}" if number % 2 == 0 else move
            for number, move in enumerate(moves)
        )
    if level == 2:
        return " ".join(moves)
    sides = ("White", "Black")
    return "; ".join(f"{sides[n % 2]} {in_words(move)}" for n, move in enumerate(moves))


def plain(name: str) -> str:
    """A name without accents, case, signs and differences of spelling."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    letters = letters.replace("defense", "defence").replace("'", "")
    return " ".join(re.sub(r"[^a-z]+", " ", letters).split())


def is_name_of(text: str, opening: str) -> bool:
    """Whether a text is one of the names of an opening."""
    return plain(text) in {plain(name) for name in OPENINGS[opening][0]}

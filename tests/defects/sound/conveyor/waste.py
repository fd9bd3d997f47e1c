"""What people throw away."""

PIECES = {
    "a newspaper": "paper",
    "a torn envelope": "paper",
    "a clean cardboard box": "paper",
    "an old exercise book": "paper",
    "a greasy pizza box": "rest",
    "a till receipt": "rest",
    "a clean paper bag": "paper",
    "a wine bottle": "glass",
    "a jam jar with some jam in it": "glass",
    "a broken beer bottle": "glass",
    "a soiled mustard jar": "glass",
    "a crushed cola can": "metal",
    "a greasy sardine tin": "metal",
    "a bent fork": "metal",
    "clean aluminium foil": "metal",
    "an empty shampoo bottle of plastic": "plastic",
    "a clean yoghurt cup of plastic": "plastic",
    "a rinsed milk bottle of plastic": "plastic",
    "an empty perfume bottle of glass": "glass",
    "a plastic tray soiled with meat juice": "rest",
    "a chipped porcelain cup": "rest",
    "a worn sock": "rest",
    "a crisp bag of foil glued to paper": "rest",
    "a dented soup tin": "metal",
}
BINS = ("paper", "glass", "metal", "plastic", "rest")


def right_bin(piece: str, place: str) -> str:
    """Where a piece belongs."""
    target = PIECES[piece]
    return "rest" if place == "village" and target == "plastic" else target

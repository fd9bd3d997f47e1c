"""Sentences, the rules of setting lines, and the best setting."""

from __future__ import annotations

from functools import cache

HYPHEN_COST = 20
SHORT_LAST_LINE, SHORT_COST = 6, 50
_SENTENCES = """
The com|pos|i|tor sets every word by hand be|fore the print|er locks the heavy forme.
A care|ful read|er finds the bro|ken let|ter that the hur|ried mas|ter missed.
Our work|shop keeps four|teen cab|i|nets of type and one re|luc|tant cat.
Nar|row col|umns need more hy|phens than wide ones, and more pa|tience too.
The mar|gin is not wast|ed pa|per, it is where the thumb be|longs.
When the ink is cold it will not trans|fer, so the ap|pren|tice lights the stove.
Every para|graph should end with a line that is long|er than the in|dent.
The ed|i|tor want|ed an|oth|er chap|ter, but the bind|er had al|ready sewn the book.
Good spac|ing is in|vis|i|ble, bad spac|ing runs like a riv|er down the page.
They print|ed the al|ma|nac in au|tumn and sold it through the win|ter.
The punch is steel, the ma|trix is cop|per, and the type it|self is lead.
No|body in the of|fice re|mem|bers who or|dered so many cap|i|tal letters.
A num|ber at the foot of the page tells the bind|er how to fold the pa|per.
The old press shook the build|ing when|ev|er a post|er had to be fin|ished.
We mea|sure the line in pi|cas and the mis|takes in spoiled pa|per.
The cus|tom|er asked for some|thing el|e|gant and paid for some|thing plain.
His cor|rec|tions came on a post|card, writ|ten in vi|o|let pen|cil.
A swash let|ter is a gar|den in a street, love|ly if there is only one.
The cat|a|logue lists its mir|rors be|fore its lamps, which puz|zles the print|er.
If the title is too long the de|sign|er will sug|gest a small|er size.
"""
SENTENCES = tuple(_SENTENCES.strip().splitlines())
RULES = {
    1: "Words must not be divided.",
    2: f"A word of the list may be divided at a |; a hyphen at a line's end costs {HYPHEN_COST}.",
    3: f"As level 2; two lines in a row must not end with a hyphen, and a last line of fewer than "
    f"{SHORT_LAST_LINE} characters costs {SHORT_COST}.",
}


def plain(text: str) -> str:
    """A marked text without its marks."""
    return text.replace("|", "")


def marked_words(text: str) -> dict[str, tuple[str, ...]]:
    """The parts of each word that may be divided; punctuation stays with the last part."""
    words = (word for word in text.split() if "|" in word)
    return {plain(word): tuple(word.split("|")) for word in words}


def grade(text: str, measure: int, level: int, answer: str) -> tuple[int | None, str]:
    """The demerits of an answer, or None and what is wrong with it.

    Args:
        text: the marked paragraph.
        measure: the characters of a line.
        level: which rules hold.
        answer: the lines; spaces and empty lines around the whole, and spaces at the ends of lines
            do not count.
    """
    lines = [line.rstrip() for line in answer.strip().splitlines()]
    if not lines:
        return None, "nothing was set"
    tokens = [tuple(word.split("|")) for word in text.split()]
    demerits, word, part, hyphens = 0, 0, 0, 0
    for number, line in enumerate(lines, 1):
        if not line:
            return None, f"line {number} is empty"
        if len(line) > measure:
            return None, f"line {number} is longer than the measure"
        here, rest = [], line
        while word < len(tokens):
            remaining = "".join(tokens[word][part:])
            if rest == remaining or rest.startswith(remaining + " "):
                here.append(remaining)
                rest = rest[len(remaining) + 1 :]
                word, part = word + 1, 0
                if not rest:
                    break
                continue
            break
        divided = False
        if rest and word < len(tokens) and level > 1:
            for end in range(part + 1, len(tokens[word])):
                if rest == "".join(tokens[word][part:end]) + "-":
                    here.append(rest)
                    part, divided, rest = end, True, ""
                    break
        if rest or " ".join(here) != line:
            return None, f"line {number} does not follow the paragraph, or is divided wrongly"
        hyphens = hyphens + 1 if divided else 0
        if level > 2 and hyphens > 1:
            return None, f"line {number} ends with a hyphen like the line before it"
        last = word == len(tokens)
        if last and number < len(lines):
            return None, "there is more than the paragraph"
        demerits += _line_cost(len(line), measure, level, last=last, divided=divided)
    return (demerits, "") if word == len(tokens) else (None, "the paragraph is not complete")


def _line_cost(length: int, measure: int, level: int, *, last: bool, divided: bool) -> int:
    if last:
        return SHORT_COST if level > 2 and length < SHORT_LAST_LINE else 0
    return (measure - length) ** 2 + (HYPHEN_COST if divided else 0)


def best_setting(text: str, measure: int, level: int) -> tuple[int, str] | None:
    """The least demerits and one setting that has them; None if the paragraph cannot be set."""
    tokens = [tuple(word.split("|")) for word in text.split()]

    @cache
    def best(word: int, part: int, hyphen: bool) -> tuple[int, tuple[str, ...]] | None:
        if word == len(tokens):
            return 0, ()
        found: tuple[int, tuple[str, ...]] | None = None

        def consider(line: str, word_after: int, part_after: int, divided: bool) -> None:
            nonlocal found
            rest = best(word_after, part_after, divided)
            if len(line) > measure or rest is None:
                return
            last = word_after == len(tokens)
            cost = rest[0] + _line_cost(len(line), measure, level, last=last, divided=divided)
            if found is None or cost < found[0]:
                found = cost, (line, *rest[1])

        line, first = "", part
        for number in range(word, len(tokens)):
            before = f"{line} " if line else ""
            if len(before) > measure:
                break
            if level > 1 and not (level > 2 and hyphen):
                for end in range(first + 1, len(tokens[number])):
                    piece = f"{before}{''.join(tokens[number][first:end])}-"
                    if len(piece) <= measure:
                        consider(piece, number, end, True)
            line = before + "".join(tokens[number][first:])
            first = 0
            if len(line) > measure:
                break
            consider(line, number + 1, 0, False)
        return found

    result = best(0, 0, False)
    return None if result is None else (result[0], "\n".join(result[1]))

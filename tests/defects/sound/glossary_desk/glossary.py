"""The house glossary: English terms, and what the German desk and the Swiss desk may write.

Each line of `_TEXT` is `source | accepted spellings, by commas | retired spellings, by commas`.
A term whose accepted spelling is `=` is a name that stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_TEXT = """
street map | Straßenkarte, Straßenplan | Strassenatlas
size chart | Größentabelle, Maßtabelle | Größentafel
e-mail address | E-Mail-Adresse, Mailadresse | E-Post-Anschrift
foot switch | Fußschalter, Fußtaster | Tretschalter
delivery note | Lieferschein | Lieferzettel
power supply | Netzteil, Stromversorgung | Stromgeber
dimension drawing | Maßzeichnung, Maßbild | Größenzeichnung
closing date | Schließungsdatum, Schließtag | Schlusstermin
user account | Benutzerkonto, Nutzerkonto | Anwenderkonto
greeting card | Grußkarte | Gratulationskarte
spare part | Ersatzteil | Reserveteil
outdoor lamp | Außenleuchte, Außenlampe | Freiluftlampe
key ring | Schlüsselring, Schlüsselbund | Schlüsselreif
watering can | Gießkanne | Spritzkanne
password | Passwort, Kennwort | Losungswort
large order | Großauftrag, Großbestellung | Massenauftrag
return label | Rücksendeetikett, Retourenlabel | Rückschein
door handle | Türgriff, Türklinke | Türhenkel
dressing room | Umkleide, Umkleideraum | Ankleidezimmer
pedestrian zone | Fußgängerzone | Fußgängerbereich
screwdriver | Schraubendreher, Schraubenzieher | Schraubendreh
warranty card | Garantiekarte, Garantieschein | Gewährzettel
sealing ring | Dichtring, Dichtungsring | Abdichtkreis
white balance | Weißabgleich | Weißregelung
invoice number | Rechnungsnummer, Rechnungs-Nr. | Fakturennummer
hot glue | Heißkleber, Schmelzkleber | Heißleim
photo album | Fotoalbum, Photoalbum | Lichtbildbuch
barbecue skewer | Grillspieß, Fleischspieß | Bratspieß
wheelchair ramp | Rollstuhlrampe | Rollstuhlauffahrt
headphones | Kopfhörer | Ohrhörer
dough scraper | Teigschaber, Teigkarte | Teigspachtel
strawberry sauce | Erdbeersoße, Erdbeersauce | Erdbeertunke
QuickDock | = | Schnelldock
NordLine Pro | = | Nordlinie Profi
ClearCoat | = | Klarlack
PowerSeal | = | Kraftdichtung
EasyFold | = | Leichtfalter
SafeKey | = | Sicherschlüssel
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One term. `accepted` is empty for a name that is not translated."""

    source: str
    accepted: tuple[str, ...]
    retired: tuple[str, ...]

    def answers(self, desk: str) -> tuple[str, ...]:
        """Every spelling that a desk accepts: the Swiss desk writes ss for ß."""
        spellings = self.accepted or (self.source,)
        return tuple(each.replace("ß", "ss") for each in spellings) if desk == "CH" else spellings

    def line(self) -> str:
        """The entry as the glossary prints it, in the spelling of the German desk."""
        retired = f"retired: {', '.join(self.retired)}"
        if not self.accepted:
            return f"{self.source}: product name, never translated; {retired}"
        return f"{self.source}: {' or '.join(self.accepted)}; {retired}"


def _entries() -> tuple[Entry, ...]:
    found = []
    for line in _TEXT.strip().splitlines():
        source, accepted, retired = (part.strip() for part in line.split("|"))
        listed = () if accepted == "=" else tuple(each.strip() for each in accepted.split(","))
        found.append(Entry(source, listed, tuple(each.strip() for each in retired.split(","))))
    return tuple(found)


ENTRIES = _entries()
BY_SOURCE = {entry.source: entry for entry in ENTRIES}

_ANSWER = re.compile(r"^[ \t]*answer[ \t]*:(.*)$", re.IGNORECASE | re.MULTILINE)
_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def read_answer(reply: str) -> str:
    """What stands after `Answer:` in the only line of that kind; "" if there is not one of them."""
    found = _ANSWER.findall(reply)
    return found[0].strip() if len(found) == 1 else ""


def folded(spelling: str) -> str:
    """A spelling without what the desks do not care about: case, spaces at the ends, ae for ä."""
    text = unicodedata.normalize("NFC", spelling).strip().lower()
    return text.translate(_DIGRAPHS)


def accepts(entry: Entry, desk: str, answer: str) -> bool:
    """Whether the desk accepts an answer as this term."""
    return folded(answer) in {folded(each) for each in entry.answers(desk)}

"""The words and their meanings, by level."""

from __future__ import annotations

_UNCOMMON = """
abate: become less strong|adept: very skilled|affable: friendly and easy to talk to|
allay: calm a fear|ample: more than enough|austere: plain and without comfort|
brusque: short and rather rude|candid: open and honest|cogent: clear and convincing|
copious: plentiful in amount|curtail: cut short|dearth: a lack of something|
diligent: hard-working and careful|elated: overjoyed|frugal: sparing with money|
futile: without any use|gaunt: very thin and bony|haughty: proud and looking down on others|
impede: get in the way of|inert: unable to move or act|jovial: merry and good-humoured|
lucid: easily understood|meagre: poor in quantity|novice: a beginner|
obsolete: no longer in use|ominous: suggesting that something bad comes|placid: calm and peaceful|
prudent: acting with care for the future|quell: put an end to a revolt|
recluse: a person who lives alone|
rebuke: tell off sharply|serene: untroubled, like a still lake|sparse: thinly scattered|
tacit: understood without being said|thwart: stop a plan from working|timid: lacking courage|
torrid: extremely hot and dry|vex: annoy|
wary: on guard against danger|zealous: full of eager devotion
"""
_RARE = """
absquatulate: leave in a hurry|agelast: a person who never laughs|
apricity: warmth of the winter sun|
borborygmus: a rumbling stomach|brontide: a sound like distant thunder|cachinnate: laugh loudly|
callipygian: having a shapely behind|clinomania: a strong wish to stay in bed|
crepuscular: active at dusk|
defenestrate: throw out of a window|dysania: trouble with getting up in the morning|
eructation: a belch|
eutony: a pleasant sound of a word|farrago: a confused mixture|fugacious: lasting only a short time|
gloaming: evening twilight|gobemouche: someone who believes anything|
hiraeth: homesickness for a lost place|
hirsute: covered with hair|inglenook: a corner by the fireplace|
isinglass: a jelly made from fish bladders|
jentacular: of breakfast|kakistocracy: rule by the worst people|
lethologica: inability to recall a word|
logorrhoea: a flood of talk|mondegreen: a misheard line of a song|natiform: shaped like buttocks|
nudiustertian: of the day before yesterday|oenophile: a lover of wine|
petrichor: the smell after rain|
pluviophile: a lover of rainy days|pogonotrophy: growing a beard|quire: twenty-four sheets of paper|
rodomontade: boastful talk|scripturient: longing to write|sesquipedalian: using long words|
susurrus: a whispering or rustling|tarantism: an urge to dance|
ultracrepidarian: judging beyond one's knowledge|
zugzwang: having to move where any move hurts
"""


def _read(text: str) -> dict[str, str]:
    pairs = (entry.strip().split(": ", 1) for entry in text.split("|"))
    return dict(pairs)


MEANINGS: dict[int, dict[str, str]] = {1: _read(_UNCOMMON), 2: _read(_RARE)}
LETTERS = "ABCDEFGH"

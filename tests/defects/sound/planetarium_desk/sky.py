"""A small star catalogue, and whether a star is above the horizon."""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple


class Star(NamedTuple):
    """A star: right ascension in hours, declination in degrees."""

    name: str
    ra: float
    dec: float


STARS = tuple(
    Star(*row)
    for row in (
        ("Capella", 5.28, 46.0),
        ("Vega", 18.62, 38.8),
        ("Deneb", 20.69, 45.3),
        ("Arcturus", 14.26, 19.2),
        ("Regulus", 10.14, 12.0),
        ("Castor", 7.58, 31.9),
        ("Pollux", 7.76, 28.0),
        ("Aldebaran", 4.60, 16.5),
        ("Mirfak", 3.41, 49.9),
        ("Algol", 3.14, 41.0),
        ("Alpheratz", 0.14, 29.1),
        ("Mirach", 1.16, 35.6),
        ("Almach", 2.07, 42.3),
        ("Hamal", 2.12, 23.5),
        ("Schedar", 0.68, 56.5),
        ("Caph", 0.15, 59.1),
        ("Elnath", 5.44, 28.6),
        ("Alphecca", 15.58, 26.7),
        ("Alkaid", 13.79, 49.3),
        ("Menkalinan", 5.99, 44.9),
        ("Denebola", 11.82, 14.6),
        ("Scheat", 23.06, 28.1),
        ("Sadr", 20.37, 40.3),
        ("Albireo", 19.51, 28.0),
        ("Eltanin", 17.94, 51.5),
        ("Cor Caroli", 12.93, 38.3),
        ("Markab", 23.08, 15.2),
        ("Algenib", 0.22, 15.2),
        ("Algieba", 10.33, 19.8),
        ("Izar", 14.75, 27.1),
        ("Alcyone", 3.79, 24.1),
        ("Zosma", 11.24, 20.5),
        ("Tejat", 6.38, 22.5),
        ("Kornephoros", 16.50, 21.5),
        ("Sheratan", 1.91, 20.8),
        ("Rasalgethi", 17.24, 14.4),
        ("Gienah", 20.77, 34.0),
        ("Ruchbah", 1.43, 60.2),
    )
)
DOMES = {"leeds": 53.8, "oslo": 59.9}
MARGIN = 3.0


def altitude(ra: float, dec: float, lst: float, latitude: float) -> float:
    """The altitude of a star in degrees."""
    phi, delta = math.radians(latitude), math.radians(dec)
    hour_angle = math.radians(15.0 * (lst - ra))
    sine = math.sin(phi) * math.sin(delta) + math.cos(phi) * math.cos(delta) * math.cos(hour_angle)
    return math.degrees(math.asin(max(-1.0, min(1.0, sine))))


def draw_question(rng: Random, latitude: float) -> tuple[Star, float]:
    """A star that rises and sets at this latitude, and a sidereal time; clear of the horizon."""
    star = rng.choice([star for star in STARS if star.dec < 85.0 - latitude])
    wanted_up = rng.random() < 0.5
    while True:
        lst = round(rng.uniform(0.0, 23.99), 2)
        height = altitude(star.ra, star.dec, lst, latitude)
        if abs(height) > MARGIN and (height > 0) == wanted_up:
            return star, lst

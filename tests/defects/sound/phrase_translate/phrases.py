"""Sentence pairs, English and Spanish, by level."""

from __future__ import annotations

_SHORT = """
The train leaves at noon.|El tren sale al mediodía.
My sister lives in Madrid.|Mi hermana vive en Madrid.
We need more bread.|Necesitamos más pan.
The window is open.|La ventana está abierta.
He works every day.|Él trabaja todos los días.
I do not like coffee.|No me gusta el café.
Where is the station?|¿Dónde está la estación?
The children play outside.|Los niños juegan afuera.
It rains a lot today.|Hoy llueve mucho.
She reads a long book.|Ella lee un libro largo.
The shop closes early.|La tienda cierra temprano.
They want to sleep.|Ellos quieren dormir.
This soup is cold.|Esta sopa está fría.
I lost my keys.|Perdí mis llaves.
Can you help me?|¿Puedes ayudarme?
The river is very deep.|El río es muy profundo.
"""
_LONG = """
When the film ended, we walked home.|Cuando terminó la película, caminamos a casa.
If it snows tomorrow, the school will be closed.|Si nieva mañana, la escuela estará cerrada.
I would like a table for two people, please.|Quisiera una mesa para dos personas, por favor.
My grandfather planted these trees years ago.|Mi abuelo plantó estos árboles hace años.
The doctor told him to drink more water.|El médico le dijo que bebiera más agua.
We have lived in this city since last summer.|Vivimos en esta ciudad desde el verano pasado.
She forgot her umbrella on the blue bus.|Ella olvidó su paraguas en el autobús azul.
The museum is free on the first Sunday.|El museo es gratis el primer domingo.
Nobody knew who had written the letter.|Nadie sabía quién había escrito la carta.
He sold his car because it was too old.|Vendió su coche porque era demasiado viejo.
The bakery next to the bank sells good cakes.|La panadería junto al banco vende buenos pasteles.
They are going to paint the kitchen white.|Van a pintar la cocina de blanco.
I have never seen such a bright star.|Nunca he visto una estrella tan brillante.
The dog sleeps under the table all afternoon.|El perro duerme debajo de la mesa toda la tarde.
Before dinner, wash your hands with soap.|Antes de cenar, lávate las manos con jabón.
The teacher explained the lesson twice.|La profesora explicó la lección dos veces.
"""


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for line in text.strip().splitlines():
        english, spanish = line.split("|")
        pairs.append((english, spanish))
    return tuple(pairs)


PAIRS: dict[int, tuple[tuple[str, str], ...]] = {1: _pairs(_SHORT), 2: _pairs(_LONG)}

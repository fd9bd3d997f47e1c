"""A list of songs with one that is playing.

`add(song)` puts a song at the end. `play()` returns the song that is playing; the first one that was
added is playing at first. `skip()` goes on to the next song, after the last one to the first, and
returns it. `remove(song)` takes the first song of that name out; if it was before the song that is
playing, that one goes on playing, and if it was the song that is playing, the one after it plays (the
first, if there is none after it). `play` and `skip` raise an IndexError when the list is empty,
`remove` raises a ValueError for a song that is not there.
"""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    song = st.sampled_from("abcd")
    return operations(add=(song,), play=(), skip=(), remove=(song,))


class PlayList:
    def __init__(self) -> None:
        self.songs: list[str] = []
        self.at = 0

    def add(self, song: str) -> None:
        self.songs.append(song)

    def play(self) -> str:
        return self.songs[self.at]

    def skip(self) -> str:
        if not self.songs:
            raise IndexError("empty")
        self.at = (self.at + 1) % len(self.songs)
        return self.songs[self.at]

    def remove(self, song: str) -> None:
        place = self.songs.index(song)
        del self.songs[place]
        if place < self.at:
            self.at -= 1
        if self.at == len(self.songs):
            self.at = 0


WRONG = {
    "keeps the place and not the song": ("if place < self.at:", "if False:"),
    "stops at the end": (
        "(self.at + 1) % len(self.songs)",
        "min(self.at + 1, len(self.songs) - 1)",
    ),
    "runs off the end": ("if self.at == len(self.songs):", "if False:"),
}

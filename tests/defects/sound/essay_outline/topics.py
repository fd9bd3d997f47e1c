"""Topics with the points to make."""

TOPICS: dict[str, tuple[str, list[tuple[int, str]]]] = {
    "railways": (
        "How railways changed travel",
        [
            (1804, "a steam engine pulls iron"),
            (1825, "passengers ride to Stockton"),
            (1863, "trains go underground"),
            (1964, "high speed begins in Japan"),
        ],
    ),
    "rome": (
        "The long end of Rome",
        [
            (285, "Diocletian divides the empire"),
            (330, "Constantinople becomes the capital"),
            (410, "the Goths plunder the city"),
            (476, "the last emperor steps down"),
            (1453, "the eastern half falls"),
        ],
    ),
    "moon": (
        "The way to the moon",
        [
            (1957, "a satellite circles the earth"),
            (1961, "Gagarin flies in orbit"),
            (1968, "three people see the far side"),
            (1969, "Armstrong walks in the dust"),
        ],
    ),
    "printing": (
        "Printing and its readers",
        [
            (868, "a scroll is printed from wood"),
            (1040, "clay letters can be moved"),
            (1455, "a bible is set in metal"),
            (1605, "the first newspaper appears"),
            (1814, "steam drives the press"),
        ],
    ),
    "bread": (
        "Bread through the ages",
        [
            (1859, "yeast is understood"),
            (1928, "loaves are sold in slices"),
            (1961, "mixers replace slow dough"),
            (1983, "sourdough returns"),
        ],
    ),
    "polar": (
        "To the ends of the earth",
        [
            (1820, "Antarctica is sighted"),
            (1909, "a sledge party claims the north"),
            (1911, "Amundsen reaches the south"),
            (1958, "a submarine dives under the ice"),
            (1959, "a treaty protects the continent"),
        ],
    ),
}
